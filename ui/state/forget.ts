import { texts } from '../texts/index.ts'
import { go } from './address.ts'
import { act, ask } from './api.ts'
import { addCommands } from './commands.ts'
import { attempt, drop, notices, say } from './notices.ts'
import { refresh } from './simulator.ts'

addCommands(
  'rest',
  { name: texts.commands.clearLog, keys: 'q l', also: texts.commands.clearLogAlso, run: clearLog },
  { name: texts.commands.reset, keys: 'q r', also: texts.commands.resetAlso, run: reset },
)

/** Forgets all rows, which nobody gets back: it asks, and the same again says yes. */
export function clearLog(): void {
  once(texts.askClear, texts.clearLog, async () => {
    if ((await attempt(() => act('log/clear'))) !== undefined) go({ q: '', row: 0, pins: '' })
  })
}

/** Everything as it was at the start. It asks, because the log is gone with it; the rest can be had back. */
export function reset(): void {
  once(texts.askReset, texts.reset, async () => {
    const isReset = await attempt(async () => {
      const before = await ask<object>('snapshot')
      await act('reset')
      // Your app keeps what it knows: a session of the same random numbers would be an old one to it.
      await act('seed', { seed: Math.floor(Math.random() * 2 ** 31) })
      say(texts.wasReset, { name: texts.undo, run: () => void attempt(() => act('restore', before)).then(refresh) })
      return true
    })
    if (isReset === true) go({ q: '', row: 0, pins: '' })
    refresh()
  })
}

/** @param question stands there until it's answered or gone */
function once(question: string, yes: string, run: () => Promise<void>): void {
  const open = notices.value.find(({ text }) => text === question)
  const agreed = () => {
    drop(notices.value.find(({ text }) => text === question)?.id ?? 0)
    void run()
  }
  if (open === undefined) say(question, { name: yes, run: agreed })
  else agreed()
}
