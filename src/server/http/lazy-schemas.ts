import { AjvCompiler, type BuildCompilerFromPool } from "@fastify/ajv-compiler";
import SerializerSelector from "@fastify/fast-json-stringify-compiler";

type Build = BuildCompilerFromPool;
type Compiler = ReturnType<Build>;
type Validator = ReturnType<Compiler>;

const fromPool = AjvCompiler();

const buildValidator: Build = (...given) => {
  let compiler: Compiler | undefined;
  return (schema) => {
    let compiled: Validator | undefined;
    const validate = (value: unknown) => {
      compiler ??= fromPool(...given);
      compiled ??= compiler(schema);
      const result = compiled(value);
      // Fastify reads what is wrong off the function that it has called.
      (validate as Validator).errors = compiled.errors ?? null;
      return result;
    };
    return validate as Validator;
  };
};

const selected = SerializerSelector();

const buildSerializer: typeof selected = (...given) => {
  const compiler = selected(...given);
  return (route) => {
    let serialize: ReturnType<typeof compiler> | undefined;
    return (value) => {
      serialize ??= compiler(route);
      return serialize(value);
    };
  };
};

/**
 * Compiles a schema when the first request meets it: of some nine hundred a process needs a few dozen a
 * day, and compiling them all was half of its start.
 */
export const lazySchemas = { compilersFactory: { buildValidator, buildSerializer } };
