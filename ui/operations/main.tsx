import { render } from 'preact'
import { keepFocus } from '../shared/focus/keep-focus.ts'
import { App } from './shell/app.tsx'
import { follow } from './state.ts'

// First of all: the server looks for the entries while the browser reads the page.
// It is drawn once, with them, if they come within a moment: to draw it twice costs a quarter of the first view.
await Promise.race([follow(), new Promise((resolve) => setTimeout(resolve, 100))])
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', draw)
else draw()

function draw(): void {
  const root = document.getElementById('page')
  if (root === null) return
  render(<App />, root)
  keepFocus()
}
