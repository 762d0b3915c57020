/** An object with some of its methods replaced; the others are its own. */
export function withMethods<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const replaced: unknown = Reflect.get(methods, name)
      if (replaced !== undefined) return replaced
      const own: unknown = Reflect.get(target, name, target)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
