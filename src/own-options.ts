/**
 * What was written into options, and nothing else: a name that some other code has put on `Object.prototype` is no
 * option. What it gives inherits nothing.
 */
export function ownOptions<Given extends object>(given: Given): Given {
  return Object.getPrototypeOf(given) === null ? given : Object.assign(Object.create(null), given)
}
