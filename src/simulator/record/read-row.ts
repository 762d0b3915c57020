import { type Kind, kinds } from '../../pushes/kinds.ts'
import { isRecord } from '../check-arguments.ts'
import { readRequest } from '../control/reading.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import type { WireFields, WireValue } from '../wire/names.ts'

/** A field of a call, whatever its casing and form. */
export function fieldOfCall(row: LogRow, name: string): WireValue | undefined {
  const fields = readRequest(row)
  if (!isRecord(fields)) return undefined
  return Object.entries<WireValue>(fields).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1]
}

/** The kind of a push. */
export function kindOf({ id, kind }: LogRow): Kind {
  const found = kinds.find((one) => one === kind)
  if (found === undefined) throw new FMW_SIMULATOR_STATE(`can't tell row ${id}, which is a call`)
  return found
}

/** What a notice tells of a payment. */
export interface ToldPayment {
  readonly outcome: 'paid' | 'failed' | 'cancelled' | 'refunded'
  /** Without fees; 0 where nothing was paid. */
  readonly amount: number
  readonly code: string
}

/** Reads the fields of a notice, as the service meant them. */
export function readPayment(fields: WireFields): ToldPayment {
  const { OrderInfo: order, Data: data } = fields
  const said = isRecord(order) ? order : isRecord(data) ? data : {}
  const paid = isRecord(said.Payment) ? said.Payment.AmountAfterCharges : said.Amount
  const word = String(said.Status ?? fields.Message).toLowerCase()
  const code = String(fields.ResponseCode ?? (word === 'paid' ? '0000' : genericFailure))
  const outcome = word === 'refunded' || word === 'cancelled' ? word : code === '0000' ? 'paid' : 'failed'
  return { outcome, code, amount: Number(paid ?? 0) }
}

// Fulfilment notices have none.
const genericFailure = '2001'
