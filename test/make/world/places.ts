import { table } from './table';

/** Lands, waters, mountains, rivers and towns of the invented world. Every other table refers to these names. */
export const lands = table(
  ['name', 'capital', 'coin', 'note'],
  `
  Halvern | Oskelby | the silver rand | Its assembly still meets in a barn, because the marble hall built for it in 1811 echoes so badly that nobody can be understood.
  Corrowen | Tavish | the corro | Road signs there give distances in walking hours, and a law of 1904 fixes the pace at which the surveyor must walk.
  Tarrenmark | Grathe | the tarrel | The northern half lies under snow for five months, and schools open on the day the first goose is seen.
  Ilvessa | Marivel | the lira ilvese | Two thirds of its people live on terraces, and the word for neighbour means the one whose roof is my floor.
  Quorra | Sante Ruy | the quorrin | Its census counts olive trees before it counts households, a habit left from the oil tax.
  Sundmark | Bjørnsund | the sund crown | The country is made of some four hundred skerries, of which sixty-one are inhabited in winter.
`,
);

export const waters = table(
  ['name', 'alias', 'kind', 'land', 'note'],
  `
  Sea of Brandt | Brandt Sea | sea | Halvern | Fishermen divide it into the inner and the outer water by the colour of the weed.
  Pale Sea | the Pale | sea | Tarrenmark | Chalk carried down from the northern cliffs keeps it milky until late in June.
  Gulf of Ysmer | Ysmer Gulf | gulf | Corrowen | Tides there reach nine metres, and the harbours dry out twice a day.
  Lantern Sea | Sea of Lanterns | sea | Ilvessa | It owes its name to the glowing plankton that pilots once used to find the reefs.
  Lake Mirrow | Mirrow Water | lake | Corrowen | No stream leaves it above ground; the water seeps away through limestone caves.
  Lake Tønsvik | Tønsvik Water | lake | Sundmark | Seals entered it when the sea stood higher and have lived there ever since.
  Bay of Carrack | Carrack Bay | bay | Quorra | Salt has been raked on its flat southern shore for at least nine centuries.
  Sound of Eddra | Eddra Sound | strait | Sundmark | Ferries cross it in forty minutes except in March, when drift ice closes the route.
`,
);

export const mountains = table(
  ['name', 'height', 'land', 'firstAscent', 'note'],
  `
  Mount Skarn | 2914 | Tarrenmark | 1786 | A weather hut near the top was manned by the same family for four generations.
  Hollin Range | 1640 | Halvern | 1702 | Its beech woods supplied the charcoal for nearly every forge in the lowlands.
  Three Clerks | 2217 | Corrowen | 1833 | The three summits seem to bend over a ledger, which the saddle between them is called.
  Mount Ivarra | 3305 | Ilvessa | 1861 | Pilgrims climb to the snow line in August and carry a stone back down.
  Pico Añil | 2780 | Quorra | 1799 | At dusk the slate of its western wall turns an even blue, hence the name.
  Greyhorn | 1988 | Sundmark | 1874 | It is the only peak of the country that keeps snow all the year.
  Kettle Fells | 1105 | Halvern | 1655 | The round hollows between the fells fill with mist that boils over at sunrise.
  Mount Sorrel | 2466 | Corrowen | 1812 | Red sheep sorrel covers the lower slopes and is visible from thirty miles away.
`,
);

export const rivers = table(
  ['name', 'source', 'mouth', 'length', 'land', 'note'],
  `
  Orlen (river) | Hollin Range | Sea of Brandt | 412 | Halvern | Log rafts as long as a street were floated down it until the railway came in 1868.
  Melva | Kettle Fells | Orlen (river) | 137 | Halvern | Its water is soft and brown, and dyers prized it above every other stream.
  Tarrel | Mount Skarn | Pale Sea | 596 | Tarrenmark | Ice jams in April have moved its main channel five times since records began.
  Skarrow | Mount Skarn | Tarrel | 188 | Tarrenmark | Thirty-one mills once stood on the upper reach, one for each day of a long month.
  Brinn | Three Clerks | Gulf of Ysmer | 274 | Corrowen | A tidal bore runs up the lower river and can be heard before it is seen.
  Ashwater | Mount Sorrel | Brinn | 96 | Corrowen | Despite its name the stream is clear; ash trees, not ashes, stood at its head.
  Cawl | Mount Sorrel | Lake Mirrow | 121 | Corrowen | In dry summers it vanishes into its own gravel two miles above the mouth.
  Vessa | Mount Ivarra | Lantern Sea | 338 | Ilvessa | Terraced gardens drink so much of it that a toll was once paid in buckets.
  Ombriel | Mount Ivarra | Vessa | 92 | Ilvessa | The gorge in its middle course is so narrow that goats are said to ford it by air.
  Añil | Pico Añil | Bay of Carrack | 251 | Quorra | Slate dust gives the spring flood a blue tint that washes out by May.
  Ruy | Pico Añil | Añil | 77 | Quorra | It runs underground for a mile beneath the capital and surfaces in a tannery yard.
  Eddra | Greyhorn | Sound of Eddra | 58 | Sundmark | Salmon ladders were cut beside its falls by hand between 1790 and 1806.
  Tønse | Greyhorn | Lake Tønsvik | 44 | Sundmark | The river freezes from the bottom up, which skaters learned to their cost.
  Hask | Hollin Range | Sea of Brandt | 203 | Halvern | Its estuary silted up within one lifetime and left two lighthouses standing in fields.
  Lorne Beck | Kettle Fells | Hask | 39 | Halvern | Trout from the beck were sent to court in barrels of wet moss.
  Quell | Three Clerks | Gulf of Ysmer | 165 | Corrowen | A bishop drowned in it in 1388 and the ford is still called after his mule.
`,
);

export const towns = table(
  ['name', 'river', 'founded', 'people', 'trade', 'note'],
  `
  Oskelby | Orlen (river) | 1142 | 210000 | clockmaking | The town hall has no clock, by a vote of the makers, who could not agree on whose it should be.
  Fennick | Orlen (river) | 1317 | 18400 | rope and sailcloth | Its ropewalk is 390 metres long and is now used for indoor races.
  Dunmarrow | Melva | 1260 | 31000 | wool dyeing | Madder red from here coloured the coats of three armies, two of them enemies.
  Lesser Hythe | Melva | 1411 | 4200 | pottery | There is no Greater Hythe; the name is thought to be a tax clerk's joke.
  Grathe | Tarrel | 998 | 164000 | iron founding | Church bells were cast in a pit that now holds the municipal swimming bath.
  Upper Skarrow | Skarrow | 1505 | 3900 | milling | The annual flour fight was banned in 1922 after a spark lit the air.
  Nordhelm | Tarrel | 1088 | 52000 | shipbuilding | Slipways there face upstream so that hulls meet the current gently.
  Tavish | Brinn | 1171 | 188000 | printing | Compositors kept a private alphabet of nine letters for setting insults.
  Sallow Ford | Ashwater | 1402 | 7700 | basketry | Willow is cut on the first frost, and the whole school turns out to carry it.
  Mirrowgate | Cawl | 1290 | 26500 | glass | Sand from the lake shore is white enough to need no bleaching.
  Penquell | Quell | 1366 | 15100 | paper | Rags arrived by barge, and children sorted them by colour for a penny a day.
  Marivel | Vessa | 1033 | 241000 | silk weaving | Looms may not run during the noon hour, a rule made for the sake of singers.
  Ombra Alta | Ombriel | 1470 | 5600 | bell ringing and cheese | Each of its six bell towers belongs to a family and may be inherited.
  Castelvay | Vessa | 1218 | 39000 | violin making | Spruce for the instruments is felled only under a waning moon.
  Sante Ruy | Ruy | 1105 | 133000 | leather | Visitors smell the tanneries a day before they see the walls, says an old guide.
  Torre Añil | Añil | 1338 | 22700 | slate | Every roof is blue, and so, by order of the council, is every door.
  Carrack Salinas | Añil | 1199 | 48200 | salt | The salt masters elect a mayor of the pans who outranks the real one in August.
  Bjørnsund | Eddra | 1227 | 97000 | cod and shipping | The harbour crane, built in 1761, is turned by two people walking in a wheel.
  Eddra Fors | Eddra | 1588 | 6100 | salmon | Fishing rights are drawn by lot from a hat said to have belonged to a king.
  Tønse By | Tønse | 1644 | 2300 | skates and sledges | Bone skates made here have turned up as far south as Quorra.
  Haskmouth | Hask | 1153 | 12900 | lighthouse lamps | The sea left it in the 1500s, and the fishmarket now sells turnips.
  Lornedale | Lorne Beck | 1377 | 5100 | trout and slate pencils | Its one-room museum shows 1,400 pencils, none of them sharpened.
  Kestrel Bank | Hask | 1533 | 9800 | falconry | The last royal falconer retired here and left his gloves to the grammar school.
  Brinnmouth | Brinn | 1066 | 71000 | pilotage | Pilots race the tidal bore on the spring equinox and the slowest buys supper.
`,
);
