import { table } from './table';

/** Wars, treaties, guilds, feasts, food, instruments and plants. */
export const wars = table(
  ['name', 'start', 'end', 'one', 'other', 'treaty', 'note'],
  `
  War of the Two Tolls | 1531 | 1538 | Halvern | Corrowen | Treaty of Fennick | It began when a ferry was charged on both banks of the same stream.
  Salt War | 1604 | 1611 | Quorra | Ilvessa | Peace of Carrack | More ships were lost to weather than to guns, by a ratio of nine to one.
  Drum War | 1641 | 1649 | Tarrenmark | Halvern | Treaty of Nordhelm | Both sides claimed the captured drum, which now hangs in a neutral museum.
  Skerry War | 1702 | 1706 | Sundmark | Tarrenmark | Eddra Accord | The front line moved with the drift ice and had to be redrawn weekly.
`,
);

export const treaties = table(
  ['name', 'town', 'year', 'one', 'other', 'signer', 'term', 'note'],
  `
  Treaty of Fennick | Fennick | 1538 | Halvern | Corrowen | Duke Harald of Orlen | a single toll on every ferry | The ink froze during the signing and had to be warmed over a candle.
  Peace of Carrack | Carrack Salinas | 1611 | Quorra | Ilvessa | Queen Isaura II | an equal share of the southern salt pans | The wax seals were replaced by lumps of salt, of which two remain.
  Treaty of Nordhelm | Nordhelm | 1649 | Tarrenmark | Halvern | Margrave Otto Tarrel | the return of one drum | It is the shortest treaty on record, at forty-three words.
  Eddra Accord | Bjørnsund | 1706 | Sundmark | Tarrenmark | a council of skippers | free passage through the Sound of Eddra | Skippers still read it aloud before the first crossing of spring.
  Silk Compact | Marivel | 1594 | Ilvessa | Corrowen | Doge Alvise Vessan | duty-free silk in exchange for paper | Its last clause obliges both parties to laugh at the same plays.
  Charter of the Quell | Penquell | 1712 | Corrowen | Halvern | two mill owners | the right to dam the Quell on weekdays | A Sunday flood in 1713 was the first breach and is still unpunished.
`,
);

export const guilds = table(
  ['name', 'town', 'founded', 'founder', 'emblem', 'note'],
  `
  Guild of Quiet Clocks | Oskelby | 1611 | Barnaby Tull | a snail on a pendulum | Members swear never to tell a stranger the time for free.
  Ropewalkers' Company | Fennick | 1350 | Old Maud Sexton | a knot with no end | Apprentices must untie the emblem before they are admitted.
  Madder Brotherhood | Dunmarrow | 1422 | Simon Redhand | a red glove | The brothers greet each other with the left hand, which stains less.
  Society of Bell Pits | Grathe | 1199 | Abbot Wulfric | a bell standing on its head | Its funerals are rung on an unfinished bell.
  Compositors' Chapel | Tavish | 1581 | Agnes Fount | a reversed letter R | Fines are paid in type, and the fund can print a small book.
  Loom Council | Marivel | 1262 | Donna Serafina | a shuttle and an hourglass | It sets the noon silence and has never been overruled.
  Masters of the Pans | Carrack Salinas | 1240 | Gil the Lame | a rake over three waves | The masters vote by throwing salt into one of two bowls.
  Hall of Pilots | Brinnmouth | 1474 | Captain Joss Merrow | an eye in a wave | The hall keeps a chair for every pilot lost at sea.
`,
);

export const plants = table(
  ['name', 'alias', 'botanist', 'year', 'mountain', 'use', 'note'],
  `
  Skarn lily | snow clerk | Petra Lindqvist-Moor | 1847 | Mount Skarn | a cough syrup | It flowers under snow and is found by the hollow it melts.
  Thole's nettle | alphabet nettle | Emeric Thole | 1798 | Mount Sorrel | fine cordage | The sting wears off in the time it takes to recite the letters.
  Ivarra saxifrage | roof star | Chiara Bonmonte | 1888 | Mount Ivarra | a yellow dye | Its seeds are thrown by the heat of the stones at noon.
  Blue thrift | añil de roca | Rafael Ocaña | 1829 | Pico Añil | a blue ink | Goats that graze on it give faintly tinted milk.
  Salmon moss | fors moss | Solveig Brekke | 1937 | Greyhorn | packing fish | It stays wet for a fortnight after it has been cut.
  Kettle heather | mistbell | Emeric Thole | 1803 | Kettle Fells | a bitter beer | The bells open only in fog and close within minutes of sunshine.
  Hollin beech-orchid | charcoal orchid | Petra Lindqvist-Moor | 1855 | Hollin Range | nothing at all | It grows on the rings left by charcoal kilns and nowhere else.
  Red sheep sorrel | Mirrow dock | Emeric Thole | 1790 | Mount Sorrel | a sour soup | Whole hillsides turn the colour of brick within a week.
  Bonmonte's gentian | goat trumpet | Chiara Bonmonte | 1901 | Three Clerks | a tonic wine | Shepherds blow through its stem to call the dogs.
`,
);

export const feasts = table(
  ['name', 'town', 'month', 'since', 'dish', 'note'],
  `
  Night of Floating Candles | Sante Ruy | October | 1851 | chestnut dumplings | Candles are set adrift where the river dives and counted where it surfaces.
  Bore Race | Brinnmouth | March | 1620 | eel pie | Boats ride the first wave of the tide for six miles.
  Feast of the Unpaid Toll | Fennick | June | 1540 | smoked bream | A barrier is built across the main street and then broken down.
  Willow Carrying | Sallow Ford | November | 1688 | baked apples | The longest bundle is carried by the smallest child who can lift an end.
  Salt Mayor's Week | Carrack Salinas | August | 1377 | salt-crust sea bass | For seven days the real mayor takes orders and sweeps the pans.
  Goose Day | Grathe | April | 1733 | barley goose | Schools open the morning after the first goose has been seen.
`,
);

export const instruments = table(
  ['name', 'town', 'maker', 'year', 'strings', 'note'],
  `
  slate cittern | Torre Añil | Benita Losa | 1688 | nine | A thin slate table gives it a tone that players call wet.
  fjord harp | Bjørnsund | Aksel Holm | 1752 | twenty-two | The strings are gut from seals and must be oiled before rain.
  noon viol | Castelvay | Marco della Spina | 1640 | seven | It was built to be heard over looms and is far too loud for a room.
  pot organ | Lesser Hythe | Yrsa Halloway | 1949 | no | Forty tuned flowerpots are struck with felt hammers from a keyboard.
`,
);
