import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Built into the Python package, which serves it; in development a server on port 8600 answers. */
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: process.env["MANIPLE_BOARD_OUT"] ?? "../src/maniple/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      "/api/socket": { target: "ws://127.0.0.1:8600", ws: true },
      "/api": "http://127.0.0.1:8600",
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
