/** The map of the application's screens. */
export const map = {
  map: {
    graph: 'Screens and the answers between them; arrow keys go along',
    list: 'Screens',
    panel: 'The chosen screen',
    zoom: 'Size of the map',
    closer: 'Larger',
    farther: 'Smaller',
    fit: 'Fit',
    legend: {
      walked: 'seen on a phone',
      notWalked: 'not seen yet',
      back: 'leads back from the chosen screen',
    },
    findingOn: (where: string, what: string) => `${where}: ${what}`,
    none: 'No map yet.',
    next: 'The map gives the answers of new subscribers, in a process of its own, on a store in memory. No money moves.',
    forReal:
      'Your handlers run for real. What they keep elsewhere than in the store stays there: orders in your own tables, calls to other services. Point them at a test database.',
    cannot: 'To draw the map, start the simulator with dev or simulate and your module.',
    draw: 'Draw the map',
    again: 'Draw again',
    drawing: 'Walking your screens…',
    asList: 'As a list',
    closePanel: 'Close the screen',
    asks: 'Asks for',
    walked: (count: number) => `seen ${count} ×`,
    notWalked: 'not seen yet',
    answers: (count: number) => (count === 1 ? '1 answer' : `${count} answers`),
    troubles: (count: number) => (count === 1 ? '1 finding' : `${count} findings`),
    lengthOf: (length: number, most: number) => `${length} of ${most}`,
    length: (length: number, pages: number) => `${length} characters${pages > 1 ? ` on ${pages} pages` : ''}`,
    summary: (all: number, walked: number, troubled: number) =>
      `${all} screens · ${walked} seen on phones · ${troubled} with findings`,
    kinds: { choice: 'choice', input: 'question', end: 'end', payment: 'payment', failure: 'fails' },
  },
}
