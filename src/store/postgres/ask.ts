import { type Row, statement, type Value } from './statement.ts'

/** Asks the server, and tells failures as a store does. */
export type Ask = (text: string, values: readonly Value[]) => Promise<readonly Row[]>

/** An `Ask` of statements that each connection prepares. */
export function askWith(
  run: (text: ReturnType<typeof statement>, values: readonly Value[]) => Promise<readonly Row[]>,
): Ask {
  return (text, values) => run(statement(text), values)
}
