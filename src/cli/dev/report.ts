import type { Simulator } from '../../simulator/simulator.ts'
import type { AppProcess } from '../../simulator/world/app-process.ts'
import { printable } from '../../text/clean-text.ts'
import { clip, hanging } from '../look/table.ts'
import { variablesOf } from '../service/with-service.ts'
import { showJson, type Terminal } from '../terminal.ts'
import type { AppCommand } from './app-command.ts'

/** Says how the application is: to the terminal, and to the simulator's page. */
export class Report {
  readonly #sim: Simulator
  readonly #command: AppCommand
  readonly #terminal: Terminal
  readonly #isJson: boolean
  #starts = 0
  #isIntroduced = false
  #isEnding = false
  #begun = performance.now()

  constructor(sim: Simulator, command: AppCommand, terminal: Terminal, isJson: boolean) {
    this.#sim = sim
    this.#command = command
    this.#terminal = terminal
    this.#isJson = isJson
  }

  /** The service is there. */
  ready(): void {
    const { pageUrl: page, url } = this.#sim
    this.#know('starting')
    this.#say({ event: 'ready', page, url, variables: variablesOf(this.#sim) }, 'Page', page)
  }

  /** After a change it is ended, to be started again. */
  restarts(): void {
    this.#begun = performance.now()
    this.#know('starting')
  }

  /** A process of the application has begun. */
  begins(): void {
    this.#begun = performance.now()
    this.#know('starting')
  }

  /** It listens, and pushes go there. */
  up(url: string): void {
    this.#starts += 1
    this.#know('up')
    const ms = Math.round(performance.now() - this.#begun)
    const { name, isWatching } = this.#command
    const again = isWatching ? ', starts again after each change' : ''
    const words = this.#starts === 1 ? `${name} on ${url}${again}` : `up again after ${ms} ms`
    this.#say({ event: 'up', url, ms, starts: this.#starts }, 'App', words)
    this.#introduce()
  }

  /** It has ended. @param problem what it said */
  down(problem: string | null): void {
    if (this.#isEnding) return
    this.#know('down', problem)
    const why = problem === null ? '' : `: ${printable(inShort(problem))}`
    this.#say({ event: 'down', problem }, 'App', `${this.#command.name} is down${why}`)
    if (this.#command.isWatching && !this.#isJson) this.#terminal.out('It waits for a change.')
    this.#introduce()
  }

  /** Whatever ends from now on is meant to. */
  ends(): void {
    this.#isEnding = true
  }

  #introduce(): void {
    if (!this.#isIntroduced && !this.#isJson) this.#terminal.out('Ctrl-C ends both.')
    this.#isIntroduced = true
  }

  #know(state: AppProcess['state'], problem: string | null = null): void {
    const { name } = this.#command
    this.#sim.appProcess = { name, state, since: this.#sim.now(), starts: this.#starts, problem }
  }

  #say(told: object, label: string, words: string): void {
    this.#terminal.out(this.#isJson ? showJson(told) : hanging(label.padEnd(labelWidth), words, this.#terminal.columns))
  }
}

/** What it has said stands above: this is its beginning, and where it was. */
function inShort(problem: string): string {
  const place = / \([^()]+:\d+\)$/.exec(problem)?.[0] ?? ''
  return clip(problem.slice(0, problem.length - place.length), longestProblem) + place
}

const labelWidth = 6
// Characters: room for the longest sentences of the plugin's own errors.
const longestProblem = 400
