import { render } from 'preact'
import { nextAtPhone } from './phones/next-focus.ts'
import { keepFocus } from './shared/focus/keep-focus.ts'
import { App } from './shell/app.tsx'
import { watch } from './state/log/rows.ts'
import { refresh } from './state/simulator.ts'

const root = document.getElementById('page')
if (root !== null) {
  refresh()
  void watch()
  // In a task of its own: what the first view is made of was read in this one.
  setTimeout(() => {
    render(<App />, root)
    keepFocus(nextAtPhone)
  })
}
