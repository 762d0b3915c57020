import type { EntryFilter } from '../inbox-store.ts'
import { keepText } from './kept-text.ts'

/** A filter with its texts as they are kept. */
export function keptFilter<Filter extends EntryFilter>(filter: Filter): Filter {
  const { registration, lane, reference } = filter
  return {
    ...filter,
    registration: keepText(registration),
    lane: lane === undefined ? undefined : keepText(lane),
    reference: reference === undefined ? undefined : keepText(reference),
  }
}
