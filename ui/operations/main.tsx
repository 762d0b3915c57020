import { render } from 'preact'
import { App } from './shell/app.tsx'
import { follow } from './state.ts'

const root = document.getElementById('page')
if (root !== null) {
  render(<App />, root)
  follow()
}
