import type { NameCasing } from './reply-settings.ts'

/**
 * A field name of the reference, written in PascalCase there, in the casing of the settings.
 *
 * @example
 * ```ts
 * casedName('MaskNextRoute', 'camel') // 'maskNextRoute'
 * ```
 */
export function casedName(name: string, casing: NameCasing): string {
  return casing === 'camel' ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
