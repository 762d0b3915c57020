import { type Row, statement, type Value } from './statement.ts'

/** Asks the server, and tells failures as a store does. */
export type Ask = (text: string, values: readonly Value[]) => Promise<readonly Row[]>

/** An `Ask` of statements that each connection prepares. */
export function askWith(
  run: (text: ReturnType<typeof statement>, values: readonly Value[]) => Promise<readonly Row[]>,
): Ask {
  return (text, values) => run(statement(text), values)
}

/** What asks the tables of a schema. */
export class SchemaAsking {
  /** In quotes. */
  protected readonly schema: string
  protected readonly ask: Ask

  constructor(schema: string, ask: Ask) {
    this.schema = schema
    this.ask = ask
  }
}

/** Makes a statement that returns it as durable as all the rest, whatever the application has set for itself. */
export const durably = `set_config('synchronous_commit', CASE current_setting('synchronous_commit')
  WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`
