/**
 * The design's "When a payment is paid", written out cell by cell and apart from the source: what each class of
 * code, of word and of envelope word looks like on the wire, and what the three mean together.
 */

/** Codes of reference 7.1 and of the field notes, in the spellings that were seen. */
export const codes = {
  good: ['0000', '000', '0', 0, ' 0000 '],
  byHand: ['0002', '002', 2],
  failure: [
    ...['2001', 2001, '2050', '2051', '2100', '2101', '2102', '2103', '2152', '2153', '2154', '2200', 2201],
    ...['4000', '4070', '4101', 4103],
  ],
  // About the call, or in no table: the payment may have ended in any way.
  silent: ['0001', 1, '0005', '005', 5, '4105', 4105, '9999', '00000', '20010', '-0', '0x0', 'OK'],
  missing: [undefined, null, '', '  '],
} as const

/** Words, in any case. */
export const words = {
  paid: ['Success', 'success', 'SUCCESSFUL', 'Paid', 'pAID', 'Settled', 'Completed', ' Success '],
  failed: ['Failed', 'FAILED', 'Unpaid', 'unpaid'],
  cancelled: ['Cancelled', 'CANCELLED', 'canceled'],
  pending: ['Pending', 'pending'],
  refunded: ['Refunded', 'REFUNDED'],
  // Texts prove nothing, but they may contradict.
  soundsPaid: ['Transaction successful', 'Processed successfully', 'Payment completed.', 'paid in full'],
  soundsUnpaid: [
    'Payment failed',
    'PaymentFailed',
    'not paid',
    'Was NOT successful',
    "wasn't completed",
    'never',
    'S\u016bccess',
    '\u017fuccess',
    'Pa\u0456d',
  ],
  unknown: ['Whatever', 'OK', 'ok?', '200', 'true'],
  missing: [undefined, null, '', '  '],
} as const

type CodeClass = keyof typeof codes
export type WordClass = keyof typeof words

const codeClasses: readonly CodeClass[] = ['good', 'byHand', 'failure', 'silent', 'missing']

export const wordClasses: readonly WordClass[] = [
  'paid',
  'failed',
  'cancelled',
  'pending',
  'refunded',
  'soundsPaid',
  'soundsUnpaid',
  'unknown',
  'missing',
]

const outcomes = {
  P: 'paid',
  F: 'failed',
  C: 'cancelled',
  W: 'pending',
  R: 'refunded',
  '.': 'undetermined',
} as const

type Letter = keyof typeof outcomes

/** One row a word beside the payment; one column an envelope word, both in the order of `wordClasses`. */
const grids: Readonly<Record<CodeClass, string>> = {
  good: `
    P....P.PP
    .........
    .........
    .........
    R...RR.RR
    .........
    .........
    .........
    .........`,
  byHand: `
    W..W.W.WW
    .........
    .........
    W..W.W.WW
    .........
    W..W.W.WW
    .........
    W..W.W.WW
    W..W.W.WW`,
  failure: `
    .........
    FFFFFFFFF
    CCCCCCCCC
    .........
    .........
    .........
    FFFFFFFFF
    FFFFFFFFF
    FFFFFFFFF`,
  silent: `
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........`,
  missing: `
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........`,
}

/** What the design demands of a code, a word beside the payment, and a word of the envelope. */
function demanded(code: CodeClass, word: WordClass, envelope: WordClass): string {
  const rows = grids[code].trim().split(/\s+/)
  const letter = rows[wordClasses.indexOf(word)]?.charAt(wordClasses.indexOf(envelope)) ?? ''
  if (!isLetter(letter)) throw new Error(`The grid has no cell for ${code}, ${word}, ${envelope}`)
  return outcomes[letter]
}

function isLetter(letter: string): letter is Letter {
  return letter in outcomes
}

/** Every class of code with every class of word. */
export const rows: readonly Row[] = codeClasses.flatMap((code) => wordClasses.map((word) => ({ code, word })))

interface Row {
  readonly code: CodeClass
  readonly word: WordClass
}

type Read = (
  code: unknown,
  word: unknown,
  envelope: unknown,
) => {
  readonly outcome: string
  readonly why: string
}

/** What the spellings of a row give, with every envelope word, that is not what the design demands; in words. */
export function disagreements(row: Row, read: Read, envelopes = wordClasses): string[] {
  return envelopes.flatMap((envelope) =>
    words[envelope].flatMap((text) => disagreementsBeside(row, envelope, text, read)),
  )
}

function disagreementsBeside({ code, word }: Row, envelope: WordClass, text: unknown, read: Read): string[] {
  const expected = demanded(code, word, envelope)
  return codes[code].flatMap((codeText) =>
    words[word].flatMap((wordText) => {
      const { outcome, why } = read(codeText, wordText, text)
      const shown = JSON.stringify([codeText, wordText, text])
      return outcome === expected ? [] : [`${shown}: ${outcome} (${why}), not ${expected}`]
    }),
  )
}
