import { render } from 'preact'
import { App } from './shell/app.tsx'
import { watch } from './state/rows.ts'
import { refresh } from './state/simulator.ts'

const root = document.getElementById('page')
if (root !== null) {
  render(<App />, root)
  refresh()
  void watch()
}
