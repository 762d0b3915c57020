import type { Screen } from '../../../simulator/phone/screen.ts'
import { hiddenText } from '../../../simulator/phone/secrets.ts'
import { clip, usualColumns } from '../../look/table.ts'
import type { Keyboard, Terminal } from '../../terminal.ts'
import { type Act, type PhoneCall, type Turn, turnLimit } from './phone-call.ts'

/** What a person needs to know before the first screen. */
export const keysHelp = 'Keys: Esc hangs up, Ctrl-T times out, Ctrl-D sends twice, Ctrl-C leaves.'

/** A phone at a terminal where a person sits: screens above, and a line below that counts down and takes keys. */
export class KeyedPhone {
  readonly #call: PhoneCall
  readonly #terminal: Terminal
  readonly #show: (turn: Turn) => void
  readonly #now: () => number
  readonly #over = Promise.withResolvers<'left' | 'ended'>()
  #typed = ''
  /** Keys for screens that are still awaited. */
  #ahead: Key[] = []
  /** Turns that wait for an answer, and since when the last does, ms. */
  #running = 0
  #since = 0
  #wasOpen = false
  #isLeft = false
  #shown: Screen | undefined

  constructor(call: PhoneCall, terminal: Terminal, show: (turn: Turn) => void, now: () => number) {
    this.#call = call
    this.#terminal = terminal
    this.#show = show
    this.#now = now
  }

  /** Until they end it, or leave by Ctrl-C, which waits for no answer. */
  async dial(input: Keyboard): Promise<'left' | 'ended'> {
    const stopHearing = hearKeys(input, (key) => this.#press(key))
    const timer = setInterval(() => this.#tick(), pause)
    try {
      this.#do('dial')
      return await this.#over.promise
    } finally {
      clearInterval(timer)
      stopHearing()
      this.#draw('')
    }
  }

  #do(act: Act, text = ''): void {
    this.#typed = ''
    this.#running += 1
    this.#since = this.#now()
    this.#call
      .do(act, text)
      .then((turn) => this.#print(turn), this.#over.reject)
      .finally(() => {
        this.#running -= 1
        this.#wasOpen = this.#call.phone.isOpen
        if (this.#running === 0) this.#pressAhead()
        this.#line()
      })
    this.#line()
  }

  #print(turn: Turn): void {
    if (this.#isLeft) return
    this.#draw('')
    // What came too late for this session shows the screen that is there already.
    const isNew = turn.screen !== this.#shown || turn.act === 'send twice'
    this.#shown = turn.screen ?? this.#shown
    this.#show(isNew ? turn : { ...turn, screen: null, problem: 'its answer came after the session was over' })
  }

  /** They answer screens alone: nobody who typed them meant to dial again, or to pay, or by Enter alone an empty answer. */
  #pressAhead(): void {
    const keys = this.#ahead
    this.#ahead = []
    if (!this.#call.phone.isOpen) return
    for (const key of keys) {
      const isImpatience = 'name' in key && key.name === 'enter' && this.#typed === '' && this.#running === 0
      if (!isImpatience) this.#press(key)
    }
  }

  #press(key: Key): void {
    if (this.#running > 0 && ('text' in key || waiting.has(key.name))) this.#ahead.push(key)
    else if ('text' in key) this.#typed += key.text
    else if (key.name === 'back') this.#typed = this.#typed.slice(0, -1)
    else if (key.name === 'ctrl-c') this.#leave()
    else if (key.name === 'ctrl-d') this.#do('send twice')
    else if (this.#call.phone.isOpen) this.#pressInSession(key.name)
    else if (this.#running === 0) this.#pressAfterwards(key.name)
    this.#line()
  }

  /** As one who hangs up, so that the application doesn't go on for nobody. */
  #leave(): void {
    const isOpen = this.#call.phone.isOpen
    this.#isLeft = true
    if (isOpen) this.#do('hang up')
    this.#draw('')
    if (isOpen) this.#terminal.out('  You left: the session is over.')
    this.#over.resolve('left')
  }

  #pressInSession(name: string): void {
    if (name === 'escape') this.#do('hang up')
    if (name === 'ctrl-t') this.#do('time out')
    if (name === 'enter') this.#do('answer', this.#typed)
  }

  #pressAfterwards(name: string): void {
    const isAsked = this.#call.phone.prompts.length > 0
    if (name === 'enter') this.#do(isAsked ? 'approve' : 'dial again')
    if (name === 'escape' && isAsked) this.#do('refuse')
    if (name === 'escape' && !isAsked) this.#over.resolve('ended')
  }

  #tick(): void {
    const { phone } = this.#call
    if (this.#wasOpen && !phone.isOpen && this.#running === 0) {
      this.#wasOpen = false
      this.#draw('')
      this.#terminal.out('  60 s are over: the subscriber sees ST, and the application is told by a Timeout.')
    }
    this.#line()
  }

  #line(): void {
    if (this.#isLeft) return
    const { phone } = this.#call
    const [prompt] = phone.prompts
    const left = this.#call.left(this.#now())
    if (this.#running > 0) this.#draw(`${seconds(this.#now() - this.#since)} of ${turnLimit / 1_000} s …`)
    else if (phone.isOpen) this.#draw(`${left === null ? '' : `${Math.ceil(left / 1_000)} s `}> ${this.#entered()}`)
    else if (prompt !== undefined) this.#draw(`Pay ${prompt.amount}? Enter approves, Esc refuses`)
    else this.#draw('Enter dials again, Esc leaves')
  }

  #entered(): string {
    return this.#call.phone.hidesNext ? hiddenText.charAt(0).repeat(this.#typed.length) : this.#typed
  }

  #draw(line: string): void {
    const { draw, columns = usualColumns } = this.#terminal
    draw?.(clip(line, columns - 1))
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}

// ms between two looks at the time.
const pause = 200

/** A key that does something, or a character. */
type Key = Named | { readonly text: string }

interface Named {
  readonly name: 'enter' | 'escape' | 'back' | 'ctrl-c' | 'ctrl-d' | 'ctrl-t'
}

/** Hears each key until the result is called. Terminals send keys that are no characters as sequences: those are left out. */
function hearKeys(input: Keyboard, onKey: (key: Key) => void): () => void {
  const hear = (chunk: Buffer | string): void => {
    for (const key of readKeys(String(chunk))) onKey(key)
  }
  input.setRawMode?.(true)
  input.on('data', hear)
  input.resume()
  return () => {
    input.off('data', hear)
    input.setRawMode?.(false)
    input.pause()
  }
}

function readKeys(chunk: string): readonly Key[] {
  if (chunk === escapeCode) return [{ name: 'escape' }]
  if (chunk.startsWith(escapeCode)) return []
  return [...chunk].flatMap((character): Key[] => {
    const name = names.get(character)
    if (name !== undefined) return [{ name }]
    return character >= ' ' ? [{ text: character }] : []
  })
}

/** An answer waits for its screen; what ends a session, or leaves, does not. */
const waiting: ReadonlySet<Named['name']> = new Set<Named['name']>(['enter', 'back'])

const escapeCode = '\u001b'

const names: ReadonlyMap<string, Named['name']> = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\u007f', 'back'],
  ['\b', 'back'],
  ['\u0003', 'ctrl-c'],
  ['\u0004', 'ctrl-d'],
  ['\u0014', 'ctrl-t'],
])
