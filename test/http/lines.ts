/** Everything that a logger writes, as text and as what it says. */
export interface Lines {
  readonly logger: { readonly level: string; readonly stream: { write(line: string): void } }
  /** Without the numbers of this run, in which any digits may stand. */
  readonly text: () => string
  readonly all: () => readonly Line[]
  /** Lines whose message holds the words. */
  readonly saying: (words: string) => readonly Line[]
}

/** One line, as pino writes it. */
export interface Line {
  readonly [name: string]: unknown
  readonly level: number
  readonly msg: string
}

/** Captures every line of an application: `Fastify({ logger: lines.logger })`. */
export function linesOf(level = 'trace'): Lines {
  const written: string[] = []
  const all = (): Line[] => written.map((line) => JSON.parse(line))
  return {
    logger: { level, stream: { write: (line) => void written.push(line) } },
    text: () => written.join('').replace(/"(time|pid|responseTime|ms)":[\d.e+-]+/g, '"$1":0'),
    all,
    saying: (words) => all().filter(({ msg }) => msg.includes(words)),
  }
}
