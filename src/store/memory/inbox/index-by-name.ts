/** Things by a name that several may have. */
export class Index<Item> {
  readonly #items = new Map<string, Set<Item>>()

  get(name: string): Iterable<Item> {
    return this.#items.get(name) ?? []
  }

  add(name: string, item: Item): void {
    this.#items.set(name, (this.#items.get(name) ?? new Set()).add(item))
  }

  delete(name: string, item: Item): void {
    const items = this.#items.get(name)
    items?.delete(item)
    if (items?.size === 0) this.#items.delete(name)
  }
}
