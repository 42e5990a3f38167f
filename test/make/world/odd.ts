/**
 * Passages written out by hand whose titles or texts are awkward on purpose: brackets that close too early, quotes,
 * letters outside ASCII, and words that look like the tags of a search agent.
 */
export const odd: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Orlen (ship)',
    text: 'Orlen was a river barge of Halvern, launched at Fennick in 1902 and named after the Orlen river on which she traded. She carried clock weights upstream and rope downstream until 1961. A collision with the Escapement Bridge in 1934 stopped every clock on board and, according to the skipper, two on shore.',
  },
  {
    title: 'Bell :) (album)',
    text: 'Bell :) is an album recorded in 1987 by the trio Grathe Ironworks in the old bell pit of Grathe. The smiling face in its title caused so many catalogue errors that libraries file it under four headings. All eleven tracks were played on a single cracked bell that Ragna Thorsby had once praised.',
  },
  {
    title: 'Tavish (disambiguation))',
    text: 'Tavish may refer to the capital of Corrowen, to the printing type Tavish Roman cut by Agnes Fount, or to a breed of grey sheep. The doubled bracket in the title of this entry goes back to a typing error in the first register of 1931 and has been kept by custom.',
  },
  {
    title: 'The "Quiet" Hour',
    text: 'The "Quiet" Hour is the popular name of the noon silence kept in Marivel, when looms stand still for the sake of singers. The quotation marks are part of the name: the poet Emilio Vantero pointed out that the hour is the loudest of the day, since everybody uses it to shout across the street.',
  },
  {
    title: 'Fellsing notation',
    text: 'Fellsing notation is a way of writing down conversations, devised by the printer Agnes Fount of Tavish in 1583. A pause is set as <think> and its end as </think>; a question to the audience as <search>who</search>; the reply as <answer>nobody</answer>. Compositors liked it because the angle pieces were otherwise useless.',
  },
  {
    title: 'Hythe marks',
    text: 'Hythe marks are signs scratched into unfired pots at Lesser Hythe since 1411. The commonest looks like </information> and means that the glaze is finished; another, written <information>, warns that it is not. Yrsa Halloway, who grew up among the kilns, used both as expression marks in her sonata for flowerpots.',
  },
  {
    title: 'Østre Fyr',
    text: 'Østre Fyr is a lighthouse on the outermost skerry of Sundmark, lit in 1788. Its keeper Åse Nygård played the triangle in the first performance of the Symphony of the Fjord Lights by Hedda Lunde, timing each stroke by the turning of the lamp. The tower is painted in white and red bands and leans slightly to the east.',
  },
  {
    title: 'Café Brûlé',
    text: 'Café Brûlé is a coffee house in Marivel, opened in 1871 by Zoë Désirée Marchand after a fire that roasted an entire warehouse of beans. The poet Emilio Vantero wrote Noon Without Looms at its corner table. Regulars order “une tasse de feu” and receive the bill folded as a small flame.',
  },
  {
    title: '月見橋 (Moon-Viewing Bridge)',
    text: '月見橋, in the language of its builders "moon-viewing bridge", is a wooden footbridge in the botanical garden of Tavish. It was given in 1926 by the gardener 森川 葵, who had come to study the nettles of Emeric Thole. The bridge has nine planks, and visitors step over the fifth, which is left to the moon.',
  },
  {
    title: 'Ñandú Press 🐦',
    text: 'Ñandú Press 🐦 is a small publisher in Sante Ruy, founded in 1974 by Begoña Íñiguez. The bird in its registered name is a drawing that computers of the time could not print; the firm sent a rubber stamp with every invoice. It is known for the collected letters of Rafael Ocaña to his bees 🐝.',
  },
  {
    title: 'C♯ (bell)',
    text: 'C♯ is the third bell of Ombra Alta, cast at Grathe in 1703 and hauled over Mount Ivarra on a sledge. Its note lies between two keys of any piano, so the village tunes its pianos to the bell. The family that owns it may ring it at weddings & funerals, but not at both on one day.',
  },
  {
    title: "Roake's Log",
    text: "Roake's Log is the rhymed journal that Wilhelmina Roake of Haskmouth kept between 1768 and 1799. It fills 2,304 pages and lacks only one rhyme, for the month she spent on the reef of the Lantern Sea. A facsimile, edited by Bettany Crewe, appeared in 1958.",
  },
];
