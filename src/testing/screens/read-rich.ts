import { findNames } from '../../pushes/reading/field-reader.ts'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import { fieldTypes } from '../../replies/checks/field-type.ts'
import type { DataType } from '../../replies/index.ts'
import type { Screen, ScreenChoice } from './screen.ts'

/** What only rich channels show of a screen. */
export type RichFields = Pick<Screen, 'label' | 'dataType' | 'choices' | 'fieldType' | 'mask' | 'maskNext'>

/**
 * Reads the fields of a reply that rich channels draw (reference 2.6). What is missing, null or empty is left out.
 *
 * @throws what `refuse` throws
 */
export function readRich(fields: Fields, refuse: Refuse): RichFields {
  const [title, data, form, field, mask, maskNext] = findFields(fields).values
  const label = readText('Label', title, refuse)
  const dataType = readWord('DataType', dataTypes, form, refuse)
  const fieldType = readWord('FieldType', fieldTypes, field, refuse)
  const choices = readChoices(data, refuse)
  return {
    ...(label === undefined ? {} : { label }),
    ...(dataType === undefined ? {} : { dataType }),
    ...(choices.length === 0 ? {} : { choices }),
    ...(fieldType === undefined ? {} : { fieldType }),
    ...(isMarked(mask) ? { mask: true } : {}),
    ...(isMarked(maskNext) ? { maskNext: true } : {}),
  }
}

const findFields = findNames(['Label', 'Data', 'DataType', 'FieldType', 'Mask', 'MaskNextRoute'])
const findChoice = findNames(['Display', 'Value', 'Amount'])

/** Reference 2.6, DataType. */
const dataTypes: readonly DataType[] = ['display', 'input', 'confirm', 'select', 'menu']

function readText(name: string, value: unknown, refuse: Refuse): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : refuse(`its ${name} is no text`, '2.6')
}

function readWord<Word extends string>(
  name: string,
  words: readonly Word[],
  value: unknown,
  refuse: Refuse,
): Word | undefined {
  const text = readText(name, value, refuse)?.toLowerCase()
  if (text === undefined) return undefined
  return words.find((word) => word === text) ?? refuse(`its ${name} is not ${words.join(' or ')}`, '2.6')
}

function readChoices(value: unknown, refuse: Refuse): readonly ScreenChoice[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map((one) => readChoice(one, refuse)) : refuse('its Data is no list', '2.6')
}

function readChoice(one: unknown, refuse: Refuse): ScreenChoice {
  const [display, value, amount] = isRecord(one) ? findChoice(one).values : []
  if (typeof display !== 'string' || typeof value !== 'string') {
    return refuse('its Data is not made of Display and Value', '2.6')
  }
  if (amount === undefined || amount === null) return { display, value }
  return typeof amount === 'number' ? { display, value, amount } : refuse('an Amount in its Data is no number', '2.6')
}

/** A text or a boolean (reference 2.6; field notes, Mask). */
function isMarked(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^true$/i.test(value))
}

/** Refuses a reply, naming the problem and the section of the reference that it offends. */
export type Refuse = (problem: string, section: string) => never
