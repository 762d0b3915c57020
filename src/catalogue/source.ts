/**
 * Where a row of the catalogue comes from: the service's own reference, or what merchants have seen
 * beside it. A row of the field notes may be wrong for your account; a row of the reference should not be.
 *
 * @example
 * const seen: Source = 'field notes'
 * paymentCodes.filter(({ source }) => source === seen).map(({ code }) => code) // ['0005', '2001', …]
 */
export type Source = 'reference' | 'field notes'
