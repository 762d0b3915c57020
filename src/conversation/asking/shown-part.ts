import type { TurnKind } from '../../pushes/kinds.ts'
import type { Asked, ChoiceView } from '../record/record.ts'
import type { TalkRun } from '../script/talk-run.ts'
import type { RunningTalk } from '../script/talk-turn.ts'

/** Shows a part of a list, from its first page on. */
export function showPart(asked: Asked, view: ChoiceView): void {
  const { p, b } = asked.v ?? asked
  Object.assign(asked, { ...nothingShown, v: { ...view, p, b } })
}

/** It is another question than was shown: it is drawn from its first page on, and what was entered was not wrong. */
export function askToCheck<K extends TurnKind>(run: TalkRun<K>, { words }: RunningTalk, asked: Asked): void {
  run.inputs = []
  Object.assign(asked, { ...nothingShown, l: words.again })
}

/** Of a question that is drawn from its beginning. */
export const nothingShown = {
  p: undefined,
  b: undefined,
  v: undefined,
  l: undefined,
  q: undefined,
  r: undefined,
  n: undefined,
}
