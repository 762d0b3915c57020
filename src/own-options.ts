/**
 * What was written into options, and nothing else: a name that some other code has put on `Object.prototype` is no
 * option. What it gives inherits nothing.
 */
export function ownOptions<Given extends object>(given: Given): Given {
  return given instanceof Own ? given : Object.assign(new Own(), given)
}

/** Inherits nothing. What `Object.create(null)` gives does neither, and takes twice the room: V8 keeps it as a table. */
class Own {}
Reflect.setPrototypeOf(Own.prototype, null)
Reflect.deleteProperty(Own.prototype, 'constructor')
