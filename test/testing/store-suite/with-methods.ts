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

/** The same without one of its methods. */
export function withoutMethod<T extends object>(object: T, method: keyof T): T {
  const others = withMethods(object, {})
  return new Proxy(object, {
    get: (_target, name): unknown => (name === method ? undefined : Reflect.get(others, name)),
  })
}
