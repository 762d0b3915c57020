import type { MappedScreen } from './state.ts'

/** Where a screen stands, px. */
export interface Placed {
  readonly screen: MappedScreen
  readonly layer: number
  readonly x: number
  readonly y: number
}

/** An answer that leads from one screen to another. */
export interface Arrow {
  readonly from: Placed
  readonly to: Placed
  readonly answers: readonly string[]
  /** Whether the screen was walked again by it: if not, another may be there. */
  readonly isWalked: boolean
  /** To a screen that was there before: back, or to the menu. */
  readonly isBack: boolean
}

export interface Layout {
  /** Of each screen, px. */
  readonly box: { readonly width: number; readonly height: number }
  readonly placed: readonly Placed[]
  readonly arrows: readonly Arrow[]
  readonly width: number
  readonly height: number
}

/** Of a screen, px: at least its first words, what it is, and how long. */
const least = { width: 192, height: 112 }
/** What no screen of 182 characters needs more of, px. */
const tallest = 216
/** The answers stand between the screens. */
const gap = { x: 104, y: 24 }

/** As high as a window has room for, whose width it fills: a screen is read where it stands. @param room px */
export function layoutFor(
  screens: readonly MappedScreen[],
  room: { readonly width: number; readonly height: number },
): Layout {
  const flat = layoutOf(screens, least)
  const columns = Map.groupBy(flat.placed, ({ layer }) => layer)
  const rows = Math.max(1, ...[...columns.values()].map(({ length }) => length))
  const shown = Math.min(1, room.width / Math.max(1, flat.width))
  const height = Math.min(tallest, Math.floor((room.height / shown - (rows - 1) * gap.y) / rows))
  return height > least.height ? layoutOf(screens, { ...least, height }) : flat
}

/** Screens in layers, by how many answers lead to them; within a layer each near those that lead to it. */
function layoutOf(screens: readonly MappedScreen[], box: Layout['box']): Layout {
  const layers = layersOf(screens)
  const rows = new Map<string, number>()
  const columns = Map.groupBy(screens, ({ id }) => layers.get(id) ?? 0)
  const placed: Placed[] = []
  for (const [layer, held] of [...columns].sort(([one], [other]) => one - other)) {
    const near = (screen: MappedScreen): number => {
      const parents = screens.filter(
        ({ id, answers }) => (layers.get(id) ?? 0) < layer && answers.some(({ to }) => to === screen.id),
      )
      const places = parents.map(({ id }) => rows.get(id) ?? 0)
      return places.length === 0 ? 0 : places.reduce((sum, one) => sum + one, 0) / places.length
    }
    const inOrder = held.map((screen) => ({ screen, near: near(screen) })).sort((one, other) => one.near - other.near)
    for (const [row, { screen }] of inOrder.entries()) {
      rows.set(screen.id, row)
      placed.push({ screen, layer, x: layer * (box.width + gap.x), y: row * (box.height + gap.y) })
    }
  }
  const byId = new Map(placed.map((one) => [one.screen.id, one]))
  const arrows = placed.flatMap((from) =>
    [...Map.groupBy(from.screen.answers, ({ to }) => to)].flatMap(([id, answers]) => {
      const to = byId.get(id)
      if (to === undefined) return []
      const isWalked = answers.every(({ notWalked }) => notWalked !== true)
      return [{ from, to, answers: answers.map(({ answer }) => answer), isWalked, isBack: to.layer <= from.layer }]
    }),
  )
  return {
    box,
    placed,
    arrows,
    width: Math.max(0, ...placed.map(({ x }) => x + box.width)),
    height: Math.max(0, ...placed.map(({ y }) => y + box.height)),
  }
}

/** How many answers lead from the first screen to each, at least. */
function layersOf(screens: readonly MappedScreen[]): ReadonlyMap<string, number> {
  const byId = new Map(screens.map((screen) => [screen.id, screen]))
  const layers = new Map<string, number>()
  // Each channel may begin with a screen of its own, which nothing leads to.
  const led = new Set(screens.flatMap(({ id, answers }) => answers.filter(({ to }) => to !== id).map(({ to }) => to)))
  const open = screens.filter(({ id }, index) => index === 0 || !led.has(id)).map(({ id }) => ({ id, layer: 0 }))
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (layers.has(next.id)) continue
    layers.set(next.id, next.layer)
    for (const { to } of byId.get(next.id)?.answers ?? []) open.push({ id: to, layer: next.layer + 1 })
  }
  return layers
}

/** The screen that an arrow key leads to from another. */
export function neighbour({ placed, arrows }: Layout, id: string | undefined, key: string): string | undefined {
  const here = placed.find(({ screen }) => screen.id === id)
  if (here === undefined) return placed[0]?.screen.id
  if (key === 'ArrowRight') return arrows.find(({ from, isBack }) => from === here && !isBack)?.to.screen.id
  if (key === 'ArrowLeft') return arrows.find(({ to, isBack }) => to === here && !isBack)?.from.screen.id
  const column = placed.filter(({ layer }) => layer === here.layer)
  return column[column.indexOf(here) + (key === 'ArrowDown' ? 1 : -1)]?.screen.id
}
