// Next's files `require` the helpers of its compiler. Node answers with their ES modules ("module-sync"), which the pool
// "vmForks" runs as CommonJS and cannot read. Here it answers with the CommonJS ones.
const Module = require('node:module')

const resolve = Module._resolveFilename
Module._resolveFilename = function (request, ...rest) {
  const helper = /^@swc\/helpers\/_\/(\w+)$/.exec(request)
  return resolve.call(this, helper ? `@swc/helpers/cjs/${helper[1]}.cjs` : request, ...rest)
}
