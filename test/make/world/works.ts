import { table } from './table';

/** Things made by people: works of art, ships and bridges. */
export const works = table(
  ['name', 'kind', 'author', 'year', 'town', 'note'],
  `
  The Drowned Ferryman | opera | Ansel Torvik | 1834 | Oskelby | The final scene is sung in complete darkness, by order of the score.
  Nine Bells for Marivel | oratorio | Iacopo Serrin | 1757 | Marivel | Only eight bells sound; the ninth is left to the listener.
  The Salt Widow | opera | Mirelle Astor | 1796 | Carrack Salinas | Its heroine never appears on stage and is heard through a wall.
  Symphony of the Fjord Lights | symphony | Hedda Lunde | 1882 | Bjørnsund | The triangle part was written for a lighthouse keeper who could not read music.
  The Turning Tide | cantata | Osric Penhale | 1911 | Brinnmouth | The performers stand on the quay and the audience sits in boats.
  Suite in Blue Slate | guitar suite | Tomás Añorga | 1891 | Torre Añil | The fourth movement consists of one note and eleven instructions.
  Wren Quartet | string quartet | Ines Ferrow | 1847 | Tavish | A wren interrupted the first performance and was asked to stay.
  Sonata for Forty Flowerpots | sonata | Yrsa Halloway | 1951 | Lesser Hythe | Three pots broke at the première and the pieces are on display.
  View of Fennick in Fog | painting | Corvin Dell | 1722 | Fennick | It was long hung upside down, as the fog gave no hint.
  The Sitter's Back | painting | Lucia Marchetti-Vay | 1770 | Castelvay | The sitter was identified in 1998 by a darn in her shawl.
  Waterfall at Nine | painting | Gudrun Sæther | 1875 | Eddra Fors | The frame is made from the sluice gate in the picture.
  The Foundry at Night | painting | Bram Ostler | 1831 | Grathe | Conservators clean it with bread, as the artist asked.
  Curtain of the Four Winds | stage curtain | Paolo Vay | 1863 | Marivel | It weighs as much as a cart horse and is lowered once a year.
  Letters to a Slate | poem | Piers Wendover | 1768 | Lornedale | The manuscript is a roof tile, chipped at the rhyme of the second stanza.
  The Paper Orchard | novel | Odile Carrance | 1812 | Penquell | Every copy of the first edition was printed on a different paper.
  Ode to the Great Bell | poem | Ragna Thorsby | 1871 | Grathe | Pupils learn it in pairs, since it needs two breaths.
  Noon Without Looms | poem cycle | Emilio Vantero | 1902 | Marivel | The poems are timed to last exactly one hour together.
  Basket Psalms | poem cycle | Bettany Crewe | 1949 | Sallow Ford | Two psalms are missing and are believed to be holding apples.
`,
);

export const ships = table(
  ['name', 'kind', 'yard', 'designer', 'year', 'fate', 'note'],
  `
  Grey Heron | survey barque | Nordhelm | Rurik Aldane | 1862 | was broken up in 1907 | Her sounding lead is used today as a doorstop in the pilots' hall.
  Ragnhild | ice steamer | Nordhelm | Rurik Aldane | 1879 | sank in the Pale Sea in 1894 | The crew of fifty-one walked home over the ice in nine days.
  Patient Margaret | collier | Brinnmouth | Edda Quill | 1851 | became a floating school in 1890 | Her hold was tarred so often that her lines thickened by a hand.
  Estrella del Añil | salt clipper | Carrack Salinas | Matteo Brusco | 1844 | ran aground in the Gulf of Ysmer in 1859 | Her cargo dissolved and floated her off again before help arrived.
  Lantern Queen | paddle steamer | Marivel | Matteo Brusco | 1856 | is moored as a theatre in Marivel | The left paddle turns slightly faster, so that she was always steered a little wrong.
  Sæbjørn | research ship | Bjørnsund | Ketil Strand | 1911 | is preserved at Bjørnsund | Ingrid Vatn wintered aboard her three times and carved a mark for each.
  Second Thought | pilot cutter | Brinnmouth | Sabine Orchard | 1920 | was lost in the Sea of Brandt in 1938 | A glass plate in her keel let the pilot look for sandbanks.
  Duchess of Hask | ferry | Fennick | Jonas Harrowgate | 1819 | burned at Haskmouth in 1833 | She carried the first mail that was sorted on the way.
  Northern Clerk | whaler | Nordhelm | Edda Quill | 1866 | was sold to Sundmark in 1888 | Her log records more poems than whales.
`,
);

export const bridges = table(
  ['name', 'town', 'river', 'engineer', 'year', 'length', 'note'],
  `
  Escapement Bridge | Oskelby | Orlen (river) | Jonas Harrowgate | 1815 | 184 | It swings open twice a day with a tick that can be heard in the market.
  Cattle Span | Tavish | Brinn | Edda Quill | 1849 | 212 | Forty cows stood on it at the opening and left reluctantly.
  Glasswalk | Mirrowgate | Cawl | Sabine Orchard | 1926 | 66 | Walkers are asked to wear felt slippers, which hang at both ends.
  Old Skarrow Arch | Upper Skarrow | Skarrow | Edda Quill | 1857 | 41 | The mortar was mixed with rye flour and has outlasted the lime.
  Iron Reach | Grathe | Tarrel | Rurik Aldane | 1871 | 305 | Its girders were cast in the bell pit and hum in a north wind.
  Ponte dei Cestai | Castelvay | Vessa | Matteo Brusco | 1838 | 97 | Basket makers have sold from its parapets since before it was finished.
  Brekka Footbridge | Eddra Fors | Eddra | Ketil Strand | 1899 | 38 | It is taken down every autumn and stored in the church.
  Rag Bridge | Penquell | Quell | Edda Quill | 1861 | 73 | Barges of rags passed beneath so low that the keystone wore a groove.
`,
);
