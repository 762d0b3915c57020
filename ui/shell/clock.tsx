import { Clock as ClockIcon } from 'lucide-preact'
import { dayAndTime, span, timeOfDay } from '../shared/format.ts'
import { jump, movedOn, now } from '../state/simulator.ts'
import { isWide } from '../state/width.ts'
import { texts } from '../texts/index.ts'

/** How far the simulator's time can be moved at once. */
export const jumps = [
  { ms: 60_000, name: texts.jumps.minute, also: texts.jumpsAlso.minute, keys: 'l s' },
  { ms: 300_000, name: texts.jumps.minutes, also: texts.jumpsAlso.minutes, keys: 'l m' },
  { ms: 3_600_000, name: texts.jumps.hour, also: texts.jumpsAlso.hour, keys: 'l h' },
  { ms: 259_200_000, name: texts.jumps.days, also: texts.jumpsAlso.days, keys: 'l d' },
]

/** The simulator's time, and what moves it on. */
export function Clock() {
  const time = (
    <time class="tabular-nums whitespace-nowrap" title={dayAndTime(now.value)}>
      {isWide.value ? timeOfDay(now.value) : timeOfDay(now.value).slice(0, 5)}
      {movedOn.value > 0 && (
        <span class="text-quiet" title={texts.aheadLong(span(movedOn.value))}>
          {' '}
          {texts.ahead(span(movedOn.value))}
        </span>
      )}
    </time>
  )
  if (isWide.value) {
    return (
      <div class="flex items-center gap-2">
        {time}
        <Jumps />
      </div>
    )
  }
  return (
    <>
      <button type="button" class="btn btn-sm px-2" popovertarget="clock-jumps">
        {movedOn.value === 0 && <ClockIcon size={16} aria-hidden="true" />}
        {time}
      </button>
      <div
        id="clock-jumps"
        popover="auto"
        class="beside-button p-3 rounded-box border border-base-300 bg-base-100 text-base-content shadow-float"
      >
        <p class="mb-2 text-quiet">{texts.moveClock}</p>
        <Jumps />
      </div>
    </>
  )
}

function Jumps() {
  return (
    <fieldset class="join">
      <legend class="sr-only">{texts.moveClock}</legend>
      {jumps.map(({ ms, name, keys }) => (
        <button
          key={ms}
          type="button"
          class="btn btn-sm join-item px-2 font-normal"
          title={`${texts.commands.jump(name)} (${keys})`}
          onClick={() => void jump(ms)}
        >
          +{name}
        </button>
      ))}
    </fieldset>
  )
}
