import { ownOptions } from '../../own-options.ts'
import { FMW_SIMULATOR_OPTION } from '../errors.ts'
import type { Screen } from '../phone/screen.ts'

/**
 * How rich channels behave where the reference and newer versions differ: each a setting.
 *
 * @example
 * const sim = await createSimulator({ rich: { demandsFields: true } })
 */
export interface RichRules {
  /**
   * Whether web store, till and app refuse a reply without Label, DataType or FieldType, as newer versions do (field notes, "Reply:
   * Label, DataType, FieldType"). A `confirm` has no FieldType. Default false.
   */
  readonly demandsFields: boolean
}

const usual: RichRules = { demandsFields: false }

/** @throws FMW_SIMULATOR_OPTION */
export function readRichRules(given: Partial<RichRules> = {}): RichRules {
  if (typeof given !== 'object' || given === null) throw new FMW_SIMULATOR_OPTION('rich', 'must be an object')
  const rules: RichRules = { ...usual, ...ownOptions(given) }
  for (const name of Object.keys(rules)) {
    if (!Object.hasOwn(usual, name))
      throw new FMW_SIMULATOR_OPTION(`rich.${name}`, `is no option: there are ${Object.keys(usual).join(', ')}`)
  }
  if (typeof rules.demandsFields !== 'boolean')
    throw new FMW_SIMULATOR_OPTION('rich.demandsFields', 'must be true or false')
  return rules
}

/** The fields that a rich channel demands of a screen and doesn't find, by the reference's names. */
export function missingFields({ label, dataType, fieldType }: Screen, { demandsFields }: RichRules): readonly string[] {
  if (!demandsFields) return []
  return [
    ...(label === undefined ? ['Label'] : []),
    ...(dataType === undefined ? ['DataType'] : []),
    ...(fieldType === undefined && dataType !== 'confirm' ? ['FieldType'] : []),
  ]
}
