import { X } from 'lucide-preact'
import { reachable } from '../shared/focus/reachable.ts'
import { money, visible } from '../shared/format.ts'
import { Wire } from '../shared/payload.tsx'
import { texts } from '../texts/later.ts'
import { findingInWords } from './finding-words.ts'
import { chosen, findings, hints, screens, timesWalked } from './state.ts'

/** The screen that is looked at: what stands on it, how long it is, where its answers lead, what is odd about it. */
export function ScreenPanel() {
  const screen = screens.value.find(({ id }) => id === chosen.value)
  if (screen === undefined) return null
  const { id, text, kind, answers, lengths, pages, pays } = screen
  const count = timesWalked(id)
  return (
    <div {...reachable} class="focus-seen relative h-full overflow-y-auto p-4 flex flex-col gap-3">
      <div class="flex items-start gap-2">
        <h3 class="flex-1 font-semibold">
          {texts.map.kinds[kind]} · {count > 0 ? texts.map.walked(count) : texts.map.notWalked}
        </h3>
        <button
          type="button"
          class="btn btn-xs btn-ghost btn-square"
          aria-label={texts.map.closePanel}
          onClick={() => {
            chosen.value = undefined
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <div class="shrink-0">
        <Wire text={text} />
      </div>
      {pays !== null && (
        <p>
          {texts.map.asks} {money(pays.amount)} · {visible(pays.what)}
        </p>
      )}
      {(findings.value.get(id) ?? []).map((finding) => (
        <p key={finding.kind} class="text-warning font-medium break-words">
          {findingInWords(finding)}
        </p>
      ))}
      {(hints.value.get(id) ?? []).map((hint) => (
        <p key={hint.kind} class="text-quiet break-words">
          {texts.map.goodToKnow(findingInWords(hint))}
        </p>
      ))}
      <dl class="grid grid-cols-[auto_1fr] gap-x-3">
        {Object.entries(lengths).map(([channel, length]) => (
          <div key={channel} class="contents">
            <dt class="text-quiet">{channel}</dt>
            <dd class="tabular-nums">{texts.map.length(length, Reflect.get(pages, channel) ?? 1)}</dd>
          </div>
        ))}
      </dl>
      <ul class="flex flex-col gap-1">
        {answers.map(({ answer, to, notWalked }) => (
          <li key={`${answer} ${to}`}>
            <button
              type="button"
              class="text-left underline underline-offset-4 cursor-pointer focus-seen"
              onClick={() => {
                chosen.value = to
              }}
            >
              {visible(answer)} → {visible(screens.value.find((one) => one.id === to)?.text.split('\n', 1)[0] ?? to)}
            </button>
            {notWalked === true && <span class="text-quiet"> · {texts.map.notAgain}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
