/** Things by a name that several may have: as a rule one has it, and needs no set of its own. */
export class Index<Item extends object> {
  readonly #items = new Map<string, Item | Several<Item>>()

  get(name: string): Iterable<Item> {
    const found = this.#items.get(name)
    if (found === undefined) return []
    return found instanceof Several ? found.items : [found]
  }

  add(name: string, item: Item): void {
    const found = this.#items.get(name)
    if (found === undefined) this.#items.set(name, item)
    else if (found instanceof Several) found.items.add(item)
    else if (found !== item) this.#items.set(name, new Several(found, item))
  }

  delete(name: string, item: Item): void {
    const found = this.#items.get(name)
    if (found instanceof Several) {
      found.items.delete(item)
      if (found.items.size > 0) return
    } else if (found !== item) return
    this.#items.delete(name)
  }
}

class Several<Item> {
  readonly items: Set<Item>

  constructor(...items: readonly Item[]) {
    this.items = new Set(items)
  }
}
