import { batch, computed, signal } from '@preact/signals'
import { act, ask } from './api.ts'
import { attempt } from './notices.ts'
import type { Ledger, LedgerRow, PhoneName, PhoneState, SimulatorState } from './types.ts'

/** What the simulator knows; undefined until it was asked the first time. */
export const simulator = signal<SimulatorState | undefined>(undefined)

export const phones = signal<readonly PhoneState[]>([])
export const ledger = signal<readonly LedgerRow[]>([])
/** What the ledger says of each bill, by its identifier. */
export const bills = computed(
  () => new Map(ledger.value.flatMap((row) => (row.bill === null ? [] : [[row.bill, row]]))),
)
/** What the ledger says of one bill. */
export const billOf = (id: string): LedgerRow | undefined => bills.value.get(id)
export const faultsOn = computed(() => simulator.value?.faults ?? [])

/** What the simulator's clock is ahead of this machine's, ms. */
const ahead = signal(0)
const machine = signal(Date.now())
setInterval(() => {
  machine.value = Date.now()
}, 500)

/** How far the simulator's time was moved on, ms: what it is ahead of this machine but for the way there. */
export const movedOn = computed(() => (ahead.value < 10_000 ? 0 : Math.round(ahead.value / 1_000) * 1_000))

/** Where in the log the time was moved on. */
export const clockJumps = computed(() => simulator.value?.clockJumps ?? [])

/** The simulator's time, epoch ms. */
export const now = computed(() => machine.value + ahead.value)

let isAsking = false
let isOld = false
/** How often a phone's own answer told of it: an answer that was asked for before that knows less. */
let told = 0

/** Asks again, at most one question at a time. */
export function refresh(): void {
  looks = 0
  look()
}

let again: ReturnType<typeof setTimeout> | undefined
/** How often it was looked at again without anything that came. */
let looks = 0

function look(): void {
  clearTimeout(again)
  if (isAsking) {
    isOld = true
    return
  }
  isAsking = true
  isOld = false
  let hasFailed = false
  const toldBefore = told
  Promise.all([
    ask<SimulatorState>('state'),
    ask<{ readonly items: readonly PhoneState[] }>('phones'),
    ask<Ledger>('ledger'),
  ])
    .then(([state, { items }, { rows }]) =>
      batch(() => {
        simulator.value = { ...state, clockJumps: sameOr(clockJumps.peek(), state.clockJumps) }
        if (told === toldBefore) phones.value = items.map(asBefore)
        else isOld = true
        ledger.value = sameOr(ledger.peek(), rows)
        setTime(state.now)
      }),
    )
    // That the line is down is said by the stream.
    .catch(() => {
      hasFailed = true
    })
    .finally(() => {
      // Bursts are drawn five times a second at most.
      setTimeout(() => {
        isAsking = false
        if (isOld) look()
        // A handler that is still at work, or tried again, tells nobody when it has ended.
        else if (hasFailed || ledger.value.some(({ differsAt }) => differsAt.includes('handled')))
          again = setTimeout(look, Math.min(longestWait, 1_000 * 2 ** looks++))
      }, 200)
    })
}

// ms
const longestWait = 60_000

/** Moves the simulator's time on. */
export async function jump(ms: number): Promise<void> {
  const answer = await attempt(() => act<{ readonly now: number }>('clock', { advance: ms }))
  if (answer !== undefined) setTime(answer.now)
  refresh()
}

/** Moves it on up to a moment, epoch ms, if that is still to come. */
export function jumpTo(moment: number): Promise<void> {
  return jump(timeUntil(moment))
}

/** ms that are left until then by the simulator's clock; 0 where it's over. */
export function timeUntil(moment: number): number {
  return Math.max(0, Math.ceil(moment - Date.now() - ahead.value))
}

function setTime(time: number): void {
  ahead.value = time - Date.now()
  machine.value = Date.now()
}

/** The phone itself where nothing of it changed: it isn't drawn again. */
function asBefore(phone: PhoneState): PhoneState {
  return sameOr(
    phones.value.find((one) => isSame(one, phone)),
    phone,
  )
}

/** What was there before, where what came says the same: what is drawn from it stays. */
function sameOr<What>(before: What | undefined, came: What): What {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(came) ? before : came
}

function isSame(one: PhoneName, other: PhoneName): boolean {
  return keyOf(one) === keyOf(other)
}

/** Names a phone where one text has to. */
export function keyOf({ number, channel }: PhoneName): string {
  return `${number} ${channel}`
}

/** Takes one phone away before everything is asked again. */
export function dropPhone(phone: PhoneName): void {
  told++
  phones.value = phones.value.filter((one) => !isSame(one, phone))
}

/** Puts one phone's new state in its place before everything is asked again. @param at where a new one stands; left out, it's the last */
export function putPhone(phone: PhoneState, at = phones.value.length): void {
  told++
  const isThis = (one: PhoneState) => isSame(one, phone)
  const all = phones.value
  phones.value = all.some(isThis) ? all.map((one) => (isThis(one) ? phone : one)) : all.toSpliced(at, 0, phone)
}
