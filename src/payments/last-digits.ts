/**
 * By what two spellings of one phone are compared where their country is not known: the last eight digits, as many as the
 * shortest numbers of the region have. Undefined for what is no number.
 */
export function lastDigits(phone: string): string | undefined {
  const digits = phone.replace(/[\s().+-]/g, '')
  return /^\d{8,15}$/.test(digits) ? digits.slice(-8) : undefined
}
