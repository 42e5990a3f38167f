import { table } from './table';

/** People of the invented world: where they were born, who taught them, what they are remembered for. */
export const people = table(
  ['name', 'kind', 'town', 'born', 'died', 'teacher', 'note'],
  `
  Ansel Torvik | composer | Dunmarrow | 1798 | 1861 | Mirelle Astor | He wrote standing up at a lectern and paid his copyists by the rest rather than by the note.
  Mirelle Astor | composer | Marivel | 1762 | 1829 | Iacopo Serrin | She refused a court post three times because the palace piano was out of tune.
  Iacopo Serrin | composer | Castelvay | 1719 | 1788 | - | His string writing imitates bells so closely that ringers complained of the competition.
  Hedda Lunde | composer | Bjørnsund | 1841 | 1903 | Ansel Torvik | Sea shanties collected in her youth return, slowed down, in all her slow movements.
  Osric Penhale | composer | Brinnmouth | 1870 | 1931 | Hedda Lunde | He timed his largest choral work so that it ended with the turn of the tide.
  Tomás Añorga | composer | Torre Añil | 1855 | 1917 | Ines Ferrow | His guitar pieces call for a slate plectrum, which most players replace by a coin.
  Ines Ferrow | composer | Sallow Ford | 1808 | 1880 | Mirelle Astor | She catalogued birdsong for forty years and trusted the wren above all others.
  Yrsa Halloway | composer | Lesser Hythe | 1902 | 1978 | Osric Penhale | A potter's daughter, she tuned forty flowerpots and scored a sonata for them.
  Corvin Dell | painter | Fennick | 1688 | 1752 | - | He ground his own blue from mussel shells and took the recipe with him.
  Lucia Marchetti-Vay | painter | Castelvay | 1731 | 1799 | Corvin Dell | Half of her portraits show the sitter from behind, looking at another painting.
  Gudrun Sæther | painter | Eddra Fors | 1866 | 1940 | Paolo Vay | She painted the same waterfall on every birthday from her ninth to her seventieth.
  Paolo Vay | painter | Marivel | 1822 | 1894 | - | Theatre curtains were his trade, and only one of them has survived the moths.
  Bram Ostler | painter | Grathe | 1790 | 1857 | - | Foundry soot is mixed into the ground of all his canvases and darkens them still.
  Edda Quill | engineer | Penquell | 1816 | 1889 | Jonas Harrowgate | She tested every span with a herd of cattle and walked beneath it herself.
  Jonas Harrowgate | engineer | Oskelby | 1774 | 1842 | - | Trained as a clockmaker, he thought of a bridge as an escapement at rest.
  Rurik Aldane | engineer | Nordhelm | 1833 | 1901 | Edda Quill | His hulls were drawn with a bent whalebone that now hangs in the yard office.
  Sabine Orchard | engineer | Mirrowgate | 1884 | 1959 | Rurik Aldane | She cast the first glass floor that a loaded cart was ever driven over.
  Matteo Brusco | engineer | Sante Ruy | 1801 | 1866 | - | He mapped the buried river beneath the capital by floating candles into it.
  Ketil Strand | engineer | Tønse By | 1859 | 1922 | Rurik Aldane | His sledge brake saved so many lives that three villages share his birthday.
  Wilhelmina Roake | explorer | Haskmouth | 1745 | 1811 | - | She kept her log in verse so that tampering with a page would spoil the rhyme.
  Aldous Fane | explorer | Kestrel Bank | 1781 | 1840 | Wilhelmina Roake | A falcon named Bishop travelled with him and returned without him.
  Diego Sarmiento-Luz | explorer | Carrack Salinas | 1707 | 1769 | - | He traded salt for charts and came home with more coastline than silver.
  Ingrid Vatn | explorer | Bjørnsund | 1890 | 1966 | - | Her dogs were insured at a higher sum than her ship.
  Halloran Pike | explorer | Nordhelm | 1822 | 1879 | Aldous Fane | His frostbitten compass is still read once a year at the pilots' dinner.
  Petra Lindqvist-Moor | botanist | Upper Skarrow | 1811 | 1883 | Emeric Thole | She pressed flowers between the pages of an unpaid tax demand.
  Emeric Thole | botanist | Tavish | 1760 | 1834 | - | His garden followed the alphabet, with the nettles placed last on purpose.
  Chiara Bonmonte | botanist | Ombra Alta | 1849 | 1920 | Petra Lindqvist-Moor | She climbed in a skirt weighted with lead shot against the wind.
  Rafael Ocaña | botanist | Sante Ruy | 1795 | 1870 | Emeric Thole | Bees, he wrote, were the only colleagues who never asked for a co-signature.
  Solveig Brekke | botanist | Eddra Fors | 1903 | 1981 | Chiara Bonmonte | Her herbarium survived a fire because it was stored in the salmon cellar.
  Piers Wendover | poet | Lornedale | 1733 | 1801 | - | He wrote on slate and washed off whatever did not please him by Sunday.
  Odile Carrance | poet | Penquell | 1779 | 1849 | Piers Wendover | Her paper mill printed her rivals at cost and herself not at all.
  Ragna Thorsby | poet | Grathe | 1836 | 1898 | - | Each of her odes has exactly as many lines as the bell it describes has hundredweights.
  Emilio Vantero | poet | Marivel | 1868 | 1935 | Ragna Thorsby | He recited from the noon silence of the looms and stopped when they started.
  Bettany Crewe | poet | Sallow Ford | 1911 | 1994 | - | She wove her drafts into basket linings, where scholars are still finding them.
  Lars Eide | poet | Tønse By | 1882 | 1951 | Ragna Thorsby | His best known line was scratched into ice and copied by a passing postman.
  Queen Isaura II | ruler | Carrack Salinas | 1568 | 1631 | - | She signed documents in salt-water ink that fades unless it is kept dry.
  Duke Harald of Orlen | ruler | Fennick | 1491 | 1547 | - | He abolished the bridge toll, then reinstated it for his brother alone.
  Margrave Otto Tarrel | ruler | Grathe | 1602 | 1668 | - | His army marched to a single drum, which was captured and ransomed four times.
  Doge Alvise Vessan | ruler | Marivel | 1540 | 1612 | - | He held council in a boat so that quarrels would end at the quay.
`,
);
