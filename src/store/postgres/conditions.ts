import { checkPage, cutPage, type Page, type PageQuery } from '../lists/page.ts'
import { type Row, textAt, type Value } from './statement.ts'

/** What a statement looks for, with the values that are bound to it. */
export class Conditions {
  readonly values: Value[]
  readonly #texts: string[] = []

  /** @param values of a statement that it is a part of */
  constructor(values: Value[] = []) {
    this.values = values
  }

  get text(): string {
    return this.#texts.join(' AND ')
  }

  add(condition: string): void {
    this.#texts.push(condition)
  }

  /** Where there is such a value. @param write is given what stands for it in the text */
  addIf<Given extends Value>(value: Given | undefined, write: (bound: string) => string): void {
    if (value !== undefined) this.add(write(this.bind(value)))
  }

  /** @returns what stands for it in the text */
  bind(value: Value): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** @throws FMW_STORE_ARGUMENT for what is no page */
export function checkAsked(query: PageQuery): void {
  checkPage(query, /^\d{1,18}$/)
}

/** A page of rows that begin with their number, newest first. */
export function toPage<Item>(rows: readonly Row[], limit: number, toItem: (row: Row) => Item): Page<Item> {
  return cutPage(rows, limit, toItem, (row) => textAt(row, 0))
}

/** Whether the review of an entry `e` is open, as its index has it. */
export const isInReview = 'e.review IS NOT NULL AND e.review_settled_at IS NULL'

/**
 * Whether an entry `e` names a phone.
 *
 * @param registration what stands for it in the statement
 * @param key what stands for the digest
 */
export function ofPhone(schema: string, registration: string, key: string): string {
  return `e.seq = ANY (ARRAY(${numbersOfPhone(schema, registration, key)}))`
}

/** The numbers of the entries that name one, by its indexes. */
export function numbersOfPhone(schema: string, registration: string, key: string): string {
  const having = (column: string): string =>
    `SELECT p.seq FROM ${schema}.entries p WHERE p.registration = ${registration} AND p.${column} = ${key}`
  return `${having('phone')} UNION ALL ${having('other_phone')}`
}
