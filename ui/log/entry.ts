import type { Story } from '../state/log/stories.ts'
import type { ClockJump, Row } from '../state/types.ts'

/** What stands in a line of the list: a story's head, a row, a push that waits for its answer, or that the time was moved on. */
export type Entry =
  | {
      readonly key: string
      readonly story: Story
      readonly isFolded: boolean
      /** How many of its pushes wait for their answer. */
      readonly waits?: number
    }
  | { readonly key: string; readonly row: Row; readonly isInStory: boolean }
  | { readonly key: string; readonly pending: Row; readonly isInStory: boolean }
  | { readonly key: string; readonly jump: ClockJump }
