import type { Screen } from '../../../src/testing/index.ts'
import { gsm7Length } from '../../../src/text/gsm7.ts'

/** What is wrong with a screen of a phone: it must fit, and read as text. */
export function problemsOfText({ text, type }: Screen, limit: number, more: string): string[] {
  const problems = problemsOfAny(text)
  const septets = gsm7Length(text)
  const fits = septets === undefined ? text.length <= Math.floor((limit * 7) / 16) : septets <= limit
  if (!fits) problems.push(`${septets ?? `${text.length} wide`} of ${limit}: ${JSON.stringify(text)}`)
  if (type !== 'response' && text.endsWith(`\n${more} More`)) problems.push('the last screen offers more')
  return problems
}

/** What is wrong with a screen that a channel draws itself (reference 2.6). */
export function problemsOfData({ text, type, raw }: Screen): string[] {
  const problems = problemsOfAny(text)
  const { Label, DataType, Data, FieldType, Item, Mask, MaskNextRoute } = fieldsOf(raw)
  const isChoice = DataType === 'menu' || DataType === 'select' || DataType === 'confirm'
  if (typeof Label !== 'string' || Label.trim() === '') problems.push(`Label ${JSON.stringify(Label)}`)
  if (!isChoice && DataType !== 'display' && DataType !== 'input') problems.push(`DataType ${JSON.stringify(DataType)}`)
  if (DataType === 'confirm' ? FieldType !== null : !fieldTypes.has(FieldType)) {
    problems.push(`FieldType ${JSON.stringify(FieldType)} of ${JSON.stringify(DataType)}`)
  }
  if (type === 'response' && isChoice !== (Array.isArray(Data) && Data.length > 0)) {
    problems.push(`Data ${JSON.stringify(Data)} of ${JSON.stringify(DataType)}`)
  }
  for (const one of Array.isArray(Data) ? Data : []) problems.push(...problemsOfChoice(one))
  if ((type === 'addToCart') !== (Item !== null)) problems.push(`Item ${JSON.stringify(Item)} of ${type}`)
  if (!masks.has(Mask) || !masks.has(MaskNextRoute)) problems.push(`Mask ${Mask}, MaskNextRoute ${MaskNextRoute}`)
  return problems
}

function problemsOfAny(text: string): string[] {
  const problems: string[] = []
  if (!/[^\s\p{Cc}\p{Cf}]/u.test(text)) problems.push(`nothing to read: ${JSON.stringify(text)}`)
  if (!text.isWellFormed()) problems.push('half of a character')
  return problems
}

function problemsOfChoice(choice: unknown): string[] {
  const { Display, Value, Amount } = fieldsOf(choice)
  const isWhole =
    typeof Display === 'string' &&
    Display.trim() !== '' &&
    typeof Value === 'string' &&
    Value !== '' &&
    (Amount === undefined || (typeof Amount === 'number' && Amount >= 0))
  return isWhole ? [] : [`a choice ${JSON.stringify(choice)}`]
}

function fieldsOf(raw: unknown): Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}

const fieldTypes = new Set<unknown>(['text', 'phone', 'email', 'number', 'decimal', 'textarea'])
const masks = new Set<unknown>(['true', 'false'])
