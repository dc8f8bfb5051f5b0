import "./lib/theme.css";
import "./lib/pages.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { startLanguage } from "./lib/language.svelte";
import { applyTheme } from "./lib/settings.svelte";

startLanguage();
applyTheme();

const place = document.getElementById("app");
if (!place) throw new Error("index.html has no place for the page");
mount(App, { target: place });
