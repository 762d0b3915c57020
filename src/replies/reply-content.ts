import type { FieldType } from './checks/field-type.ts'
import type { ReplyChoice } from './choices.ts'
import type { CheckedPayment, ReplyItem } from './payment-request.ts'
import type { MenuForm } from './reply-options.ts'

/**
 * What a rich channel makes of a reply (reference 2.6, DataType).
 *
 * @example
 * const isAnswered = (dataType: DataType) => dataType !== 'display'
 * isAnswered(turn.prompt('Your name?').dataType) // true
 */
export type DataType = 'display' | 'input' | MenuForm

/** The payment request of a USSD release. */
export interface ReplyPayment {
  readonly amount: number
  readonly description: string
  readonly callbackUrl: string | undefined
}

/** What one builder adds to the words of a screen. */
export interface ReplyContent {
  readonly dataType: DataType
  readonly fieldType: FieldType | null
  readonly data: readonly ReplyChoice[]
  readonly payment: ReplyPayment | undefined
  readonly items: readonly ReplyItem[] | undefined
  /** The merchant's own reference of what is to be paid. It does not go out. */
  readonly reference?: string | undefined
}

const noChoices: readonly ReplyChoice[] = Object.freeze([])

/**
 * A screen that asks for nothing. The reference gives FieldType as null for `confirm` alone, and rich channels
 * want the field filled, so it is `text` here.
 */
export const displayed: ReplyContent = Object.freeze({
  dataType: 'display',
  fieldType: 'text',
  data: noChoices,
  payment: undefined,
  items: undefined,
})

/** A screen that is answered in the user's own words. */
export function inputOf(fieldType: FieldType): ReplyContent {
  return inputs[fieldType]
}

const inputs: { readonly [F in FieldType]: ReplyContent } = {
  text: input('text'),
  phone: input('phone'),
  email: input('email'),
  number: input('number'),
  decimal: input('decimal'),
  textarea: input('textarea'),
}

function input(fieldType: FieldType): ReplyContent {
  return Object.freeze({ dataType: 'input', fieldType, data: noChoices, payment: undefined, items: undefined })
}

/** A screen of choices; FieldType is null for `confirm` (reference 2.6). */
export function menuOf(form: MenuForm, data: readonly ReplyChoice[], field: FieldType): ReplyContent {
  return { dataType: form, fieldType: form === 'confirm' ? null : field, data, payment: undefined, items: undefined }
}

/** A last screen with a payment request (reference 2.8). */
export function paymentOf(
  { amount, description, reference }: CheckedPayment,
  callbackUrl: string | undefined,
): ReplyContent {
  const payment = Object.freeze({ amount, description, callbackUrl })
  return { dataType: 'display', fieldType: 'text', data: noChoices, payment, items: undefined, reference }
}

/** A last screen that sends items to the checkout (reference 2.6). */
export function itemsOf({ items, reference }: CheckedPayment): ReplyContent {
  return { dataType: 'display', fieldType: 'text', data: noChoices, payment: undefined, items, reference }
}
