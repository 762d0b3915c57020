import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { noScript } from './no-script.ts'
import { texts } from './texts/index.ts'

/** `npm run build` puts the page beside the built package, where the simulator finds it. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    tailwindcss(),
    {
      name: 'texts',
      transformIndexHtml: (html) => html.replace('%title%', texts.title).replace('%noScript%', noScript),
    },
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // No inline script, whatever is preloaded.
    modulePreload: { polyfill: false },
    // Everything stands in a file of its own: the page's policy allows nothing else.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
