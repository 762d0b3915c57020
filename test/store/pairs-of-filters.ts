import type { EntryKind, EntryState } from '../../src/store/entry.ts'
import type { EntryFilter } from '../../src/store/inbox-store.ts'

type Part = Omit<EntryFilter, 'registration'>

/** An entry, as far as filters look at it. */
export interface Row {
  readonly kind: EntryKind
  readonly state: EntryState
  readonly reference: string | null
  readonly phone: string | null
  readonly conflictsWith: string | null
  readonly isInReview: boolean
  readonly receivedAt: number
}

const plain: Row = {
  kind: 'checkout',
  state: 'done',
  reference: null,
  phone: null,
  conflictsWith: null,
  isInReview: false,
  receivedAt: 1_000,
}

/** What an index finds: the filter that asks for it, and what a row has that fits. */
const found = {
  open: [{ states: ['waiting', 'running'] }, { state: 'waiting' }],
  dead: [{ states: ['dead'] }, { state: 'dead' }],
  'dead or rejected': [{ states: ['dead', 'rejected'] }, { state: 'rejected' }],
  'in review': [{ needsReview: true }, { isInReview: true }],
  'in conflict': [{ conflicts: true }, { conflictsWith: 'e1' }],
  'of a reference': [{ reference: 'JOIN' }, { reference: 'JOIN' }],
  'of a phone': [{ phone: 'payer' }, { phone: 'payer' }],
  'of a kind': [{ kinds: ['inboundMessage'] }, { kind: 'inboundMessage' }],
  'of two kinds': [{ kinds: ['inboundMessage', 'deliveryReport'] }, { kind: 'deliveryReport' }],
} as const satisfies Readonly<Record<string, readonly [Part, Partial<Row>]>>

export type Trait = keyof typeof found

const names = Object.keys(found).filter((name): name is Trait => name in found)

/** Any two that one entry can have. */
export const pairs = names.flatMap((huge) =>
  names.filter((small) => !isOneThing(huge, small)).map((small) => ({ huge, small })),
)

function isOneThing(one: Trait, other: Trait): boolean {
  const keys = (trait: Trait) => Object.keys(found[trait][1])
  return keys(one).some((key) => keys(other).includes(key))
}

/** Of entries: one with both traits, then many with the one, and a few with the other. */
export function rowsOf(
  many: number,
  huge: Trait,
  small: Trait,
): readonly { readonly count: number; readonly row: Row }[] {
  const [ofMany, ofFew] = [found[huge][1], found[small][1]]
  return [
    { count: 1, row: { ...plain, ...ofMany, ...ofFew } },
    { count: many, row: { ...plain, ...ofMany } },
    { count: 5, row: { ...plain, ...ofFew } },
  ]
}

/** What asks for both. */
export function filterOf(huge: Trait, small: Trait): Part {
  return { ...found[huge][0], ...found[small][0] }
}
