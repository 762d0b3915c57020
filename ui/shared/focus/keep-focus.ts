/** What a dialog carries that was opened while nothing had the focus. */
export const fromNowhere = 'data-from-nowhere'

/** ms: a button that waits for an answer is usable again by then, or something else has the focus. */
const patience = 300

const usable = ':is(button:enabled, a[href], summary, [tabindex="0"]):not([inert] *)'

/**
 * Moves the focus on where the element that had it goes away or is disabled. Without it the focus falls to `<body>`, and a keyboard
 * starts again at the top of the page. A focus that the user takes away stays away.
 *
 * @param next finds what comes next, from the element and all that was around it. Null: not there yet. Undefined: it doesn't know, so it
 * is the first thing to press in what is left around it; where nothing is, what had the focus before, or the first thing on the page.
 */
export function keepFocus(next: (path: readonly Element[]) => HTMLElement | null | undefined = () => undefined): void {
  let path: readonly Element[] = []
  let before: Element | undefined
  let isGone = false
  let disabledSince: number | undefined

  const check = (): void => {
    const [had] = path
    if (had === undefined || !isNowhere()) return
    if (isUsable(had)) {
      if (isGone && had instanceof HTMLElement) had.focus()
      return
    }
    isGone = true
    if (had.isConnected && had.matches(':disabled')) {
      if (disabledSince === undefined) setTimeout(check, patience)
      disabledSince ??= performance.now()
      if (performance.now() - disabledSince < patience) return
    }
    const found = next(path)
    if (found === null) return
    // A dialog that closes leaves the focus where it was: where that was nowhere, the page's first button wasn't meant.
    const dialog = path.findIndex((one) => one.matches(`dialog[${fromNowhere}]`))
    const around = dialog === -1 ? path : path.slice(0, dialog + 1)
    const known = found ?? nearest(around.slice(1)) ?? (before && isUsable(before) ? before : undefined)
    const place = known ?? (dialog === -1 ? nearest([document.body]) : undefined)
    if (place instanceof HTMLElement) place.focus()
    else path = []
  }

  document.addEventListener('focusin', ({ target }) => {
    if (path[0] !== target) before = path[0]
    path = target instanceof Element ? [...upFrom(target)] : []
    isGone = false
    disabledSince = undefined
  })
  // In a task of its own: by then the element is gone, or the user has left it.
  document.addEventListener('focusout', () =>
    setTimeout(() => {
      const [had] = path
      if (!isGone && had !== undefined && isNowhere() && isUsable(had)) path = []
      else check()
    }),
  )
  const attributeFilter = ['disabled', 'data-busy']
  new MutationObserver(check).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter,
  })
}

function isNowhere(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility()
}

function* upFrom(element: Element): Iterable<Element> {
  for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) yield one
}

/** The first thing to press in the nearest part of the page that is still there. */
function nearest(path: readonly Element[]): HTMLElement | undefined {
  for (const around of path) {
    if (!around.isConnected) continue
    const found = [...around.querySelectorAll<HTMLElement>(usable)].find((one) => one.checkVisibility())
    if (found !== undefined) return found
  }
  return undefined
}
