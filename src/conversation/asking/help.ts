import type { TurnKind } from '../../pushes/kinds.ts'
import { logError } from '../../text/describe-error.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import { helpKey } from '../record/record.ts'
import { drawSheet, type Sheet, sheetReply } from '../screens/draw-screen.ts'
import { type ScreenContent, shownContent } from '../screens/screen-content.ts'
import type { TalkRun } from '../script/talk-run.ts'
import type { Words } from '../words.ts'
import type { OpenQuestion } from './open-question.ts'
import { EndingWays } from './talk-ways.ts'

/** Shows the help of the conversation in place of the question. */
export async function giveHelp<K extends TurnKind>({ run, talk, asked }: OpenQuestion<K>): Promise<void> {
  const { settings, turn } = run.given
  const show = settings.help?.show
  run.inputs = []
  const { record } = run
  try {
    const text = typeof show === 'function' ? await show(talk.caller, helpKey(record)) : show
    // Its question is no reason to fail: it is on the screen again.
    if (typeof text !== 'string' || text.trim() === '') throw new FMW_TALK_STEP('help', 'it must give text to show')
    asked.h = text
    record.h = (record.h ?? 0) + 1
  } catch (error) {
    logError(turn.log, 'error', error, 'the help of a conversation failed', {}, run.given.work.turn.secrets)
  }
}

/** Whatever is entered at the last page of help leads back to the question. */
export function leaveHelp<K extends TurnKind>({ run, talk, asked }: OpenQuestion<K>): void {
  const [entered = ''] = run.inputs
  run.inputs = []
  const { hp = 0 } = asked
  const page = new EndingWays(run.given.settings.keys, talk.words).pageAfter(entered, hp)
  const turnsPage = page < hp || (page > hp && asked.m === true)
  asked.hp = turnsPage ? page : undefined
  if (!turnsPage) asked.h = undefined
}

/** Help as a screen of its own, whose pages lead on and back to the question. */
export function drawHelp<K extends TurnKind>({ run, talk, asked }: OpenQuestion<K>, text: string): void {
  const { content, sheet } = sheetOf(run, talk.words, text, asked.hp ?? 0)
  review(run, content, sheet)
  asked.hp = sheet.page === 0 ? undefined : sheet.page
  asked.m = sheet.isLast ? undefined : true
  run.answer(sheetReply(run.canvas, content, sheet, run.held()), run.mark())
}

/** Tells the author what is not shown of a help that is written, from the first dial on. */
export function reviewHelp<K extends TurnKind>(run: TalkRun<K>): void {
  const show = run.given.settings.help?.show
  if (typeof show !== 'string') return
  const { content, sheet } = sheetOf(run, run.words, show, 0)
  review(run, content, sheet)
}

function sheetOf<K extends TurnKind>({ given, canvas }: TalkRun<K>, words: Words, text: string, page: number) {
  const { keys } = given.settings
  const back = { key: keys.back, word: words.back }
  const ways = { first: [back], later: [back], more: { key: keys.more, word: words.more } }
  const content = shownContent(text)
  return { content, sheet: drawSheet(canvas, content, ways, page) }
}

function review<K extends TurnKind>(run: TalkRun<K>, content: ScreenContent, sheet: Sheet): void {
  const told = run.given.review
  if (told !== undefined && run.channel === 'ussd')
    run.review(told, { name: 'help.show of conversation', site: told.made }, { content, sheet })
}
