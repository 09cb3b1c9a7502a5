import vm from 'node:vm';

/**
 * Jest compiles every module again for each test file, by `vm.compileFunction`, which V8 does not cache. A script it does:
 * the test files of a worker then share what they load, most of what a short file costs. To be imported by an environment.
 */
vm.compileFunction = (code, parameters, { filename, parsingContext }) => {
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
  return script.runInContext(parsingContext);
};
