import { duration, visible } from '../shared/format.ts'
import { Modal } from '../shared/modal.tsx'
import { Wire } from '../shared/payload.tsx'
import { VerdictSign } from '../shared/verdict-sign.tsx'
import { closeDialog } from '../state/commands.ts'
import { texts } from '../texts/later.ts'
import { played } from './play-file.ts'

/** What came of a session that was played: each step, and each row that no step plays. */
export function PlayedDialog() {
  if (played.value === undefined) return null
  const { title, steps, problem, all, left } = played.value
  return (
    <Modal label={texts.played.title} isForm onClose={() => closeDialog('played')}>
      <div class="flex flex-col gap-3 p-4 max-h-[94dvh]">
        <h2 class="text-lg font-semibold [overflow-wrap:anywhere]">{texts.played.of(visible(title))}</h2>
        <p class="flex flex-wrap gap-x-2">
          <VerdictSign
            verdict={
              problem === null
                ? { tone: 'right', word: texts.played.well }
                : { tone: 'wrong', word: texts.played.differs }
            }
          />
          <span class="text-quiet">
            {(problem === null ? texts.played.counts : texts.played.stopped)(steps.length, all, left.length)}
          </span>
        </p>
        <div class="flex-1 min-h-24 overflow-y-auto flex flex-col gap-3">
          {problem !== null && <Wire text={problem} />}
          <ol aria-label={texts.played.steps} class="border-t border-base-300">
            {steps.map(({ does, problem: differs, ms }, at) => (
              <li key={at} class="flex gap-3 py-1 border-b border-base-300">
                <span class="text-quiet tabular-nums w-6 text-right">{at + 1}</span>
                <span class="flex-1 min-w-0 font-mono [overflow-wrap:anywhere]">{visible(does)}</span>
                <span class="text-quiet tabular-nums whitespace-nowrap">{duration(ms)}</span>
                <VerdictSign
                  verdict={
                    differs === null
                      ? { tone: 'right', word: texts.verdict.right }
                      : { tone: 'wrong', word: texts.ledger.differs }
                  }
                />
              </li>
            ))}
          </ol>
          {left.length > 0 && (
            <section aria-label={texts.played.left}>
              <h3 class="font-semibold">{texts.played.left}</h3>
              <ul>
                {left.map(({ row, kind, why }) => (
                  <li key={row} class="flex flex-wrap gap-x-2 py-1 border-b border-base-300">
                    <span class="tabular-nums whitespace-nowrap">{texts.rowNumber(row)}</span>
                    <span class="font-medium">{texts.kinds[kind] ?? visible(kind)}</span>
                    <span class="text-quiet">{visible(why)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div class="flex justify-end">
          <button type="button" class="btn btn-sm btn-primary" onClick={() => closeDialog('played')}>
            {texts.close}
          </button>
        </div>
      </div>
    </Modal>
  )
}
