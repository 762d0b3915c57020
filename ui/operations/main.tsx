import { render } from 'preact'
import { keepFocus } from '../shared/keep-focus.ts'
import { App } from './shell/app.tsx'
import { follow } from './state.ts'

// First of all: the server looks for the entries while the page is drawn without them.
follow()
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', draw)
else draw()

function draw(): void {
  const root = document.getElementById('page')
  if (root === null) return
  render(<App />, root)
  keepFocus()
}
