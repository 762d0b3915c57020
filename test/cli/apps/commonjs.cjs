/** Of a CommonJS module `default` is all that it exports. */
module.exports = {
  build: async (options) => (await import('./shop.ts')).default(options),
}
