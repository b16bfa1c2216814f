//! The colors of diagrams: those of the pages around them, light and dark. The names are those of Mermaid's theme
//! `base`.

use serde_json::{Map, Value};

use super::Theme;

/// A variable of the theme with its values on light and dark pages.
type Row = (&'static str, &'static str, &'static str);

/// The colors of all kinds of diagrams.
const VARIABLES: &[Row] = &[
    ("background", "#ffffff", "#0d1016"),
    ("primaryColor", "#edf2fe", "#18233f"),
    ("primaryTextColor", "#10141f", "#f3f5f9"),
    ("primaryBorderColor", "#9db4ee", "#48619f"),
    ("secondaryColor", "#f7f8fa", "#1b202b"),
    ("secondaryTextColor", "#10141f", "#f3f5f9"),
    ("secondaryBorderColor", "#cbd1dc", "#3a4252"),
    ("tertiaryColor", "#f7f8fa", "#141820"),
    ("tertiaryTextColor", "#10141f", "#f3f5f9"),
    ("tertiaryBorderColor", "#cbd1dc", "#3a4252"),
    ("lineColor", "#5a6477", "#949eb1"),
    ("textColor", "#2c3444", "#c7cedb"),
    ("edgeLabelBackground", "#ffffff", "#0d1016"),
    ("labelBackgroundColor", "#ffffff", "#0d1016"),
    ("clusterBkg", "#f7f8fa", "#141820"),
    ("clusterBorder", "#cbd1dc", "#3a4252"),
    ("noteBkgColor", "#fdf0d2", "#35290f"),
    ("noteTextColor", "#2c3444", "#f3f5f9"),
    ("noteBorderColor", "#e6cf94", "#6b5526"),
    ("activationBkgColor", "#cbd1dc", "#3a4252"),
    ("activationBorderColor", "#8791a3", "#949eb1"),
    ("labelBoxBkgColor", "#f7f8fa", "#141820"),
    ("labelBoxBorderColor", "#cbd1dc", "#3a4252"),
    ("sectionBkgColor", "#f7f8fa", "#141820"),
    ("altSectionBkgColor", "#ffffff", "#0d1016"),
    ("sectionBkgColor2", "#f7f8fa", "#141820"),
    ("taskBkgColor", "#2450d1", "#8fb0ff"),
    ("taskBorderColor", "#2450d1", "#8fb0ff"),
    ("taskTextColor", "#ffffff", "#0d1016"),
    ("taskTextLightColor", "#ffffff", "#0d1016"),
    ("taskTextDarkColor", "#2c3444", "#0d1016"),
    ("taskTextOutsideColor", "#2c3444", "#c7cedb"),
    ("gridColor", "#e4e7ed", "#252b38"),
    ("pieStrokeColor", "#ffffff", "#0d1016"),
    ("pieOuterStrokeColor", "#ffffff", "#0d1016"),
    ("pieOuterStrokeWidth", "0px", "0px"),
    ("pieOpacity", "1", "1"),
    ("pieSectionTextColor", "#10141f", "#0d1016"),
    ("pieTitleTextColor", "#10141f", "#f3f5f9"),
    ("pieLegendTextColor", "#2c3444", "#c7cedb"),
    ("compositeBackground", "#f7f8fa", "#141820"),
    ("compositeTitleBackground", "#eff1f5", "#1b202b"),
    ("compositeBorder", "#cbd1dc", "#3a4252"),
    ("altBackground", "#f7f8fa", "#141820"),
    ("stateBkg", "#edf2fe", "#18233f"),
    ("stateBorder", "#9db4ee", "#48619f"),
    ("transitionLabelColor", "#2c3444", "#c7cedb"),
    ("specialStateColor", "#5a6477", "#949eb1"),
    ("attributeBackgroundColorOdd", "#ffffff", "#0d1016"),
    ("attributeBackgroundColorEven", "#f7f8fa", "#141820"),
    ("rowOdd", "#ffffff", "#0d1016"),
    ("rowEven", "#f7f8fa", "#141820"),
    ("pie1", "#8fb0ff", "#8fb0ff"),
    ("pie2", "#5fd39c", "#5fd39c"),
    ("pie3", "#f0b75b", "#f0b75b"),
    ("pie4", "#c3a5ff", "#c3a5ff"),
    ("pie5", "#62cfd8", "#62cfd8"),
    ("pie6", "#ff9299", "#ff9299"),
    ("pie7", "#a2acbd", "#a2acbd"),
    ("pie8", "#cddafd", "#cddafd"),
    ("pie9", "#bfe9d3", "#bfe9d3"),
    ("pie10", "#f8dcae", "#f8dcae"),
    ("pie11", "#e3d5ff", "#e3d5ff"),
    ("pie12", "#b9e9ed", "#b9e9ed"),
    ("cScale0", "#cddafd", "#2c4078"),
    ("cScale1", "#c5ecd8", "#1c5640"),
    ("cScale2", "#fae0b5", "#5c4416"),
    ("cScale3", "#e3d5ff", "#47337a"),
    ("cScale4", "#c3eef1", "#1b5259"),
    ("cScale5", "#ffd0d3", "#662830"),
    ("cScale6", "#dfe3ea", "#3a4252"),
    ("cScale7", "#e2eaff", "#18233f"),
    ("cScale8", "#cddafd", "#2c4078"),
    ("cScale9", "#c5ecd8", "#1c5640"),
    ("cScale10", "#fae0b5", "#5c4416"),
    ("cScale11", "#e3d5ff", "#47337a"),
    ("cScaleLabel0", "#10141f", "#f3f5f9"),
    ("cScaleLabel1", "#10141f", "#f3f5f9"),
    ("cScaleLabel2", "#10141f", "#f3f5f9"),
    ("cScaleLabel3", "#10141f", "#f3f5f9"),
    ("cScaleLabel4", "#10141f", "#f3f5f9"),
    ("cScaleLabel5", "#10141f", "#f3f5f9"),
    ("cScaleLabel6", "#10141f", "#f3f5f9"),
    ("cScaleLabel7", "#10141f", "#f3f5f9"),
    ("cScaleLabel8", "#10141f", "#f3f5f9"),
    ("cScaleLabel9", "#10141f", "#f3f5f9"),
    ("cScaleLabel10", "#10141f", "#f3f5f9"),
    ("cScaleLabel11", "#10141f", "#f3f5f9"),
    ("git0", "#2450d1", "#8fb0ff"),
    ("gitBranchLabel0", "#ffffff", "#0d1016"),
    ("gitInv0", "#ffffff", "#0d1016"),
    ("fillType0", "#cddafd", "#2c4078"),
    ("git1", "#0a6e46", "#5fd39c"),
    ("gitBranchLabel1", "#ffffff", "#0d1016"),
    ("gitInv1", "#ffffff", "#0d1016"),
    ("fillType1", "#c5ecd8", "#1c5640"),
    ("git2", "#8f5000", "#f0b75b"),
    ("gitBranchLabel2", "#ffffff", "#0d1016"),
    ("gitInv2", "#ffffff", "#0d1016"),
    ("fillType2", "#fae0b5", "#5c4416"),
    ("git3", "#6d3bc4", "#c3a5ff"),
    ("gitBranchLabel3", "#ffffff", "#0d1016"),
    ("gitInv3", "#ffffff", "#0d1016"),
    ("fillType3", "#e3d5ff", "#47337a"),
    ("git4", "#0b6a74", "#62cfd8"),
    ("gitBranchLabel4", "#ffffff", "#0d1016"),
    ("gitInv4", "#ffffff", "#0d1016"),
    ("fillType4", "#c3eef1", "#1b5259"),
    ("git5", "#b8232f", "#ff9299"),
    ("gitBranchLabel5", "#ffffff", "#0d1016"),
    ("gitInv5", "#ffffff", "#0d1016"),
    ("fillType5", "#ffd0d3", "#662830"),
    ("git6", "#566073", "#a2acbd"),
    ("gitBranchLabel6", "#ffffff", "#0d1016"),
    ("gitInv6", "#ffffff", "#0d1016"),
    ("fillType6", "#dfe3ea", "#3a4252"),
    ("git7", "#2c4078", "#cddafd"),
    ("gitBranchLabel7", "#ffffff", "#0d1016"),
    ("gitInv7", "#ffffff", "#0d1016"),
    ("fillType7", "#e2eaff", "#18233f"),
    ("commitLabelColor", "#2c3444", "#c7cedb"),
    ("commitLabelBackground", "#f7f8fa", "#1b202b"),
    ("tagLabelColor", "#2c3444", "#c7cedb"),
    ("tagLabelBackground", "#f7f8fa", "#1b202b"),
    ("tagLabelBorder", "#cbd1dc", "#3a4252"),
    ("quadrant1Fill", "#f7f8fa", "#1b202b"),
    ("quadrant2Fill", "#ffffff", "#0d1016"),
    ("quadrant3Fill", "#f7f8fa", "#1b202b"),
    ("quadrant4Fill", "#ffffff", "#0d1016"),
    ("quadrant1TextFill", "#2c3444", "#c7cedb"),
    ("quadrant2TextFill", "#2c3444", "#c7cedb"),
    ("quadrant3TextFill", "#2c3444", "#c7cedb"),
    ("quadrant4TextFill", "#2c3444", "#c7cedb"),
    ("quadrantPointFill", "#2450d1", "#8fb0ff"),
    ("quadrantPointTextFill", "#2c3444", "#c7cedb"),
    ("quadrantXAxisTextFill", "#2c3444", "#c7cedb"),
    ("quadrantYAxisTextFill", "#2c3444", "#c7cedb"),
    ("quadrantTitleFill", "#10141f", "#f3f5f9"),
    ("quadrantInternalBorderStrokeFill", "#cbd1dc", "#3a4252"),
    ("quadrantExternalBorderStrokeFill", "#cbd1dc", "#3a4252"),
    ("personBkg", "#edf2fe", "#18233f"),
    ("personBorder", "#9db4ee", "#48619f"),
    ("requirementBackground", "#edf2fe", "#18233f"),
    ("requirementBorderColor", "#9db4ee", "#48619f"),
    ("requirementTextColor", "#10141f", "#f3f5f9"),
    ("relationColor", "#5a6477", "#949eb1"),
    ("relationLabelBackground", "#ffffff", "#0d1016"),
    ("relationLabelColor", "#2c3444", "#c7cedb"),
];

/// The colors of charts with axes, which are in a separate object.
const CHART: &[Row] = &[
    ("backgroundColor", "#ffffff", "#0d1016"),
    ("titleColor", "#10141f", "#f3f5f9"),
    ("xAxisLabelColor", "#2c3444", "#c7cedb"),
    ("xAxisTitleColor", "#2c3444", "#c7cedb"),
    ("xAxisTickColor", "#5a6477", "#949eb1"),
    ("xAxisLineColor", "#5a6477", "#949eb1"),
    ("yAxisLabelColor", "#2c3444", "#c7cedb"),
    ("yAxisTitleColor", "#2c3444", "#c7cedb"),
    ("yAxisTickColor", "#5a6477", "#949eb1"),
    ("yAxisLineColor", "#5a6477", "#949eb1"),
    (
        "plotColorPalette",
        "#2450d1,#0a6e46,#f0b75b,#6d3bc4",
        "#8fb0ff,#5fd39c,#f0b75b,#c3a5ff,#62cfd8,#ff9299,#a2acbd,#cddafd",
    ),
];

/// The background of the pages.
pub(crate) const fn background(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "#ffffff",
        Theme::Dark => "#0d1016",
    }
}

/// The variables of a theme, in the structure of Mermaid's configuration.
pub(crate) fn variables(theme: Theme) -> Value {
    let mut all = of(VARIABLES, theme);
    all.insert("darkMode".to_owned(), Value::Bool(theme == Theme::Dark));
    all.insert("xyChart".to_owned(), Value::Object(of(CHART, theme)));
    Value::Object(all)
}

/// A table's values for a theme.
fn of(rows: &[Row], theme: Theme) -> Map<String, Value> {
    let value = |&(name, light, dark): &Row| {
        let text = if theme == Theme::Dark { dark } else { light };
        (name.to_owned(), Value::String(text.to_owned()))
    };
    rows.iter().map(value).collect()
}
