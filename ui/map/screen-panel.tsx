import { money, visible } from '../shared/format.ts'
import { Wire } from '../shared/payload.tsx'
import { reachable } from '../shared/reachable.ts'
import { texts } from '../texts.ts'
import { chosen, findings, type MapFinding, screens, timesWalked } from './state.ts'

/** The screen that is looked at: what stands on it, how long it is, where its answers lead, what is odd about it. */
export function ScreenPanel() {
  const screen = screens.value.find(({ id }) => id === chosen.value)
  if (screen === undefined) return <Legend />
  const { id, text, kind, answers, lengths, pages, pays } = screen
  const count = timesWalked(id)
  return (
    <div {...reachable} class="focus-seen relative h-full overflow-y-auto p-4 flex flex-col gap-3">
      <h3 class="font-semibold">
        {texts.map.kinds[kind]} · {count > 0 ? texts.map.walked(count) : texts.map.notWalked}
      </h3>
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
      <dl class="grid grid-cols-[auto_1fr] gap-x-3">
        {Object.entries(lengths).map(([channel, length]) => (
          <div key={channel} class="contents">
            <dt class="text-quiet">{channel}</dt>
            <dd class="tabular-nums">{texts.map.length(length, Reflect.get(pages, channel) ?? 1)}</dd>
          </div>
        ))}
      </dl>
      <ul class="flex flex-col gap-1">
        {answers.map(({ answer, to }) => (
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
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What the frames and arrows say, as long as no screen is chosen. */
function Legend() {
  return (
    <div class="p-4 flex flex-col gap-3">
      <p class="font-medium">{texts.map.choose}</p>
      <ul class="flex flex-col gap-2 text-quiet">
        {Object.values(texts.map.legend).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** Where something is odd, and what: a screen may be without it elsewhere. */
export function findingInWords({ channels, text }: MapFinding): string {
  return texts.map.findingOn(channels.map((channel) => texts.channels[channel]).join(', '), visible(text))
}
