import { readMessageStatus } from '../catalogue/message-statuses.ts'
import { classifyWord } from '../pushes/money/outcome.ts'
import { type FieldUse, useOf } from './known-fields.ts'
import { maskLetters, maskText } from './mask-text.ts'
import { looksLikePhone, type ShapeMasks } from './shape-masks.ts'

/** Masks the text of one field by its name, so that the push means what it meant before. */
export function maskValue(name: string, text: string, masks: ShapeMasks): string {
  const use = useOf(name)
  if (use !== undefined && mayStay(use, text)) return text
  const trimmed = text.trim()
  if (trimmed === '') return text
  const masked = maskTrimmed(use, trimmed, masks)
  return text.replace(trimmed, () => masked)
}

function maskTrimmed(use: FieldUse | undefined, text: string, masks: ShapeMasks): string {
  // Nines, because a code of zeros is a good one.
  if (use === 'code') return maskLetters(text).replaceAll('0', '9')
  if (looksLikePhone(text)) return masks.phone(text)
  if (use === 'status' || use === 'verdict') return maskVerdict(text, masks)
  if (use === 'text') return maskText(text, (digits) => masks.phone(digits))
  return masks.identifier(text)
}

function mayStay(use: FieldUse, text: string): boolean {
  return forms[use]?.test(text.trim()) === true
}

/** No nine digits in a row, and nothing that a name could stand in. */
const forms: Readonly<Partial<Record<FieldUse, RegExp>>> = {
  code: /^(?:\d{1,8}|true|false)$/i,
  word: /^(?!.*\d{5})[A-Za-z][\w-]{0,29}$/,
  status: /^[A-Za-z]{1,30}$/,
  // The tail of a sum of floats is part of the shape, and no number of anybody.
  amount: /^[+-]?(?:\d{0,8}(?:\.\d{0,4}(?:0{4,14}|9{4,14})?\d{0,2})?|\d(?:\.\d{1,4})?[eE][+-]?\d{1,3})$/,
  date: /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,7})?)?(?: ?(?:[Zz]|[+-]\d\d(?::?\d\d)?))?)?$/,
}

/** A verdict must stay what it was. */
function maskVerdict(text: string, masks: ShapeMasks): string {
  if (readMessageStatus(text) !== undefined) return text
  const says = classifyWord(text)
  const masked = maskText(text, (digits) => masks.phone(digits))
  switch (says) {
    case 'soundsPaid':
    case 'soundsUnpaid':
    case 'other':
      return classifyWord(masked) === says ? masked : `${saysTheSame[says]}${maskLetters(text)}`
    default:
      // Nothing but a word of the tables.
      return text
  }
}

/** Said in place of words that had to go. */
const saysTheSame = { soundsPaid: 'paid: ', soundsUnpaid: 'not paid: ', other: '' } as const
